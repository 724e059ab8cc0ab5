package dev.jubelet.node.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacesTest {

  @ParameterizedTest
  @CsvSource({"1, 100", "2, 200", "3, 400", "7, 6400", "8, 7000", "1000000, 7000"})
  void retriesSlowDownToSevenSeconds(int failures, long millis) {
    assertThat(RetryDelays.after(failures)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"0, 10000", "0.5, 10200", "1, 10400"})
  void aStretchedPeriodIsNeverShorter(double random, long millis) {
    assertThat(new Jitter(() -> random).stretched(Duration.ofSeconds(10), 0.04))
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"0, -150", "0.5, 0", "1, 150"})
  void anOffsetIsUpToHalfAPeriodEitherWay(double random, long seconds) {
    assertThat(new Jitter(() -> random).offset(Duration.ofMinutes(5)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void onlyTroubleWithTheConnectionCallsForANewOne() {
    assertThat(NodeApiException.Kind.values())
        .filteredOn(kind -> new NodeApiException(kind, "").isConnectionTrouble())
        .containsExactlyInAnyOrder(
            NodeApiException.Kind.TIMEOUT, NodeApiException.Kind.UNAVAILABLE);
  }
}
