package dev.jubelet.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectAgeTest {
  private final ObjectAge age = new ObjectAge();

  @ParameterizedTest
  @CsvSource({"300, 300", "0, 0", "15, 15", "-1, 60", "soon, 60", "'', 60"})
  void theNodeSaysHowOldAnObjectMayBe(String annotation, long seconds) {
    age.observed(
        new NodeBuilder()
            .withNewMetadata()
            .addToAnnotations("node.alpha.kubernetes.io/ttl", annotation)
            .endMetadata()
            .build());

    assertThat(age.get()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void itIsAMinuteWhenNobodySays() {
    assertThat(age.get()).isEqualTo(Duration.ofMinutes(1));
    age.observed(new NodeBuilder().withNewMetadata().endMetadata().build());
    assertThat(age.get()).isEqualTo(Duration.ofMinutes(1));
  }
}
