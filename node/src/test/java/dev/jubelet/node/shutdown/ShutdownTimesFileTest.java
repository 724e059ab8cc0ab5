package dev.jubelet.node.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShutdownTimesFileTest {
  private static final Instant START = Instant.parse("2026-03-04T05:06:07.008Z");

  @TempDir Path root;

  @Test
  void isWrittenAsUpstreamDoes() throws IOException {
    ShutdownTimesFile file = ShutdownTimesFile.in(root);
    file.write(new ShutdownTimes(Optional.of(START), Optional.empty()));
    Path path = root.resolve("graceful_node_shutdown_state");
    assertThat(path)
        .hasContent(
            "{\"startTime\":\"2026-03-04T05:06:07.008Z\",\"endTime\":\"0001-01-01T00:00:00Z\"}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-r--r--");
  }

  @Test
  void comesBack() {
    ShutdownTimesFile file = ShutdownTimesFile.in(root);
    assertThat(file.read()).isEqualTo(ShutdownTimes.NEVER);
    ShutdownTimes began = new ShutdownTimes(Optional.of(START), Optional.empty());
    file.write(began);
    assertThat(file.read()).isEqualTo(began);
    ShutdownTimes ended = new ShutdownTimes(Optional.of(START), Optional.of(START.plusSeconds(5)));
    file.write(ended);
    assertThat(file.read()).isEqualTo(ended);
  }

  @Test
  void aTimeOfUpstreamMayHaveAZone() throws IOException {
    Files.writeString(
        root.resolve("graceful_node_shutdown_state"),
        "{\"startTime\":\"2026-03-04T07:06:07.008+02:00\",\"endTime\":\"0001-01-01T00:00:00Z\"}");
    assertThat(ShutdownTimesFile.in(root).read().start()).contains(START);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"startTime\":\"yesterday\"}", "{\"startTime\":7}"})
  void whatCannotBeReadIsAsGoodAsNone(String content) throws IOException {
    Files.writeString(root.resolve("graceful_node_shutdown_state"), content);
    assertThat(ShutdownTimesFile.in(root).read()).isEqualTo(ShutdownTimes.NEVER);
  }

  @Test
  void aDiskThatTakesNothingIsNoFailure() {
    ShutdownTimesFile nowhere = ShutdownTimesFile.in(root.resolve("missing"));
    nowhere.write(new ShutdownTimes(Optional.of(START), Optional.empty()));
    assertThat(nowhere.read()).isEqualTo(ShutdownTimes.NEVER);
  }
}
