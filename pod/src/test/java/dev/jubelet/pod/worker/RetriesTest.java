package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetriesTest {

  @ParameterizedTest
  @CsvSource({"1, 500", "2, 1000", "3, 2000", "8, 64000", "9, 122000", "1000000, 122000"})
  void volumesAreRetriedLessAndLessOftenUpToTwoMinutes(int failures, long millis) {
    assertThat(RetryPolicy.MOUNT.delay(failures)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"1, 20", "2, 40", "10, 10240", "11, 10240"})
  void whatIsLeftOfAPodIsRetriedAtOnceAndThenEveryTenSeconds(int failures, long millis) {
    assertThat(RetryPolicy.REMOVAL.delay(failures)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void aSuccessBeginsAnew() {
    Retries retries = new Retries(RetryPolicy.MOUNT);
    retries.failed();
    assertThat(retries.failed()).isEqualTo(Duration.ofSeconds(1));
    assertThat(retries.failures()).isEqualTo(2);
    retries.succeeded();
    assertThat(retries.failed()).isEqualTo(Duration.ofMillis(500));
  }
}
