package dev.jubelet.edge.unix;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectPaceTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 10", "3, 20", "4, 40", "6, 160", "7, 250", "2147483647, 250"})
  void theRestGrowsWithTheLosses(int losses, long millis) {
    assertThat(ConnectPace.rest(losses)).isEqualTo(Duration.ofMillis(millis));
  }
}
