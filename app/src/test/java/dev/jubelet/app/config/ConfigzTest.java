package dev.jubelet.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.ConfigLoader.Layers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigzTest {
  @TempDir Path directory;

  private JsonNode roundTrip(KubeletConfig config) {
    Path file = Fixture.write(directory.resolve("again.json"), config.toJson().toString());
    return Fixture.loaded(new Layers(Optional.of(file), Optional.empty(), new FieldValues()))
        .config()
        .toJson();
  }

  @Test
  void theDefaultsOfAFileAreTheGoldenDocument() throws IOException {
    try (InputStream golden =
        Objects.requireNonNull(ConfigzTest.class.getResourceAsStream("configz-golden.json"))) {
      ObjectMapper mapper = new ObjectMapper();
      String written = Fixture.config(directory, "").toJson().toString();
      assertThat(mapper.readTree(written)).isEqualTo(mapper.readTree(golden));
    }
  }

  @Test
  void configzReadsBackAsTheSameConfiguration() {
    KubeletConfig config =
        Fixture.config(
            directory,
            """
            staticPodURLHeader: {Authorization: [a, b]}
            tlsCurvePreferences: [29]
            memoryThrottlingFactor: 0.5
            podPidsLimit: 4096
            enforceNodeAllocatable: []
            registerWithTaints: [{key: a, value: b, effect: NoSchedule}]
            reservedMemory: [{numaNode: 1, limits: {memory: 1024Mi}}]
            shutdownGracePeriodByPodPriority: [{priority: 5, shutdownGracePeriodSeconds: 7}]
            logging: {flushFrequency: 5000000000, vmodule: [{filePattern: a*, verbosity: 3}]}
            tracing: {samplingRatePerMillion: 10}
            userNamespaces: {idsPerPod: 131072}
            evictionHard: {}
            """);

    assertThat(roundTrip(config)).isEqualTo(config.toJson());
    assertThat(config.toJson().at("/reservedMemory/0/limits/memory").textValue()).isEqualTo("1Gi");
    assertThat(config.toJson().at("/logging/flushFrequency").textValue()).isEqualTo("5s");
  }
}
