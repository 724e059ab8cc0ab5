package dev.jubelet.testing.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PatienceTest {
  private static final Duration USUAL = Duration.ofSeconds(30);

  @Test
  void isAsUsualUnlessTold() {
    assertThat(Patience.of(USUAL, Optional.empty())).isEqualTo(USUAL);
  }

  @Test
  void isMultipliedOnSlowMachines() {
    assertThat(Patience.of(USUAL, Optional.of("5"))).isEqualTo(Duration.ofSeconds(150));
  }
}
