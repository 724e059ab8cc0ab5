package dev.jubelet.benchmark.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of both contenders in one table. */
class PeerRowsTest {

  @Test
  void everySeriesIsShownBesideUpstreams() {
    List<Row> rows = PeerRows.of(filled(100), filled(200), PeerScale.FULL);

    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.value().value()).isEqualTo(100);
              assertThat(row.floor()).isEqualTo(Quantity.of(Duration.ofMillis(200)));
            });
    assertThat(rows).hasSizeGreaterThanOrEqualTo(Series.values().length);
  }

  @Test
  void aPodThatIsOnlyAsFastAsUpstreamsMissesTheTargetOfWarmOnesAndMeetsThatOfColdOnes() {
    List<Row> rows = PeerRows.of(filled(100), filled(100), PeerScale.FULL);

    assertThat(verdict(rows, "bound pods after the start, one a second, p50"))
        .isEqualTo(Verdict.MET);
    assertThat(verdict(rows, "bound pods later, one a second, p50")).isEqualTo(Verdict.MISSED);
  }

  @Test
  void turnsAreTakenTogether() {
    Readings readings = new Readings();
    for (int millis = 1; millis <= 10; millis++) {
      readings.add(Series.COLD_POD, Duration.ofMillis(millis));
    }

    assertThat(readings.percentile(Series.COLD_POD, 50).value()).isEqualTo(5);
    assertThat(readings.percentile(Series.COLD_POD, 90).value()).isEqualTo(9);
    assertThat(readings.mean(Series.COLD_POD).value()).isEqualTo(5.5);
    assertThat(readings.count(Series.COLD_POD)).isEqualTo(10);
  }

  @Test
  void whatWasNotMeasuredIsNoZero() {
    Readings readings = new Readings();

    assertThatThrownBy(() -> readings.mean(Series.DEATH)).hasMessageContaining("DEATH");
  }

  private static Verdict verdict(List<Row> rows, String figure) {
    return rows.stream()
        .filter(row -> row.figure().equals(figure))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  private static Readings filled(long millis) {
    Readings readings = new Readings();
    for (Series series : Series.values()) {
      readings.add(series, Duration.ofMillis(millis));
    }
    return readings;
  }
}
