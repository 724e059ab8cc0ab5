package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MountBackOffTest {
  private final MountBackOff backOff = new MountBackOff();

  @Test
  void waitsDoubleUpToTwoMinutesAndTwoSeconds() {
    assertThat(backOff.afterFailure()).isEqualTo(Duration.ofMillis(500));
    assertThat(backOff.afterFailure()).isEqualTo(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      assertThat(backOff.afterFailure()).isLessThanOrEqualTo(Duration.ofSeconds(122));
    }
    assertThat(backOff.afterFailure()).isEqualTo(Duration.ofSeconds(122));
  }

  @Test
  void aSuccessBeginsAnew() {
    backOff.afterFailure();
    backOff.afterFailure();
    backOff.afterSuccess();
    assertThat(backOff.afterFailure()).isEqualTo(Duration.ofMillis(500));
  }
}
