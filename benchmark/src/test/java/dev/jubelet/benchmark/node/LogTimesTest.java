package dev.jubelet.benchmark.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.Year;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class LogTimesTest {
  private static final String LOG =
      """
      I0301 10:00:00.000001      77 Main.java:10] "Starting"
      W0301 10:00:00.250000      77 Loop.java:20] "All pod sources have been read"
      I0301 10:00:01.000000      77 Loop.java:20] "All pod sources have been read"
      """;

  private final LogTimes times = new LogTimes(Year.of(2026), ZoneId.of("Europe/Berlin"));

  @Test
  void theFirstLineWithTheWordsCounts() {
    assertThat(times.find(LOG, "All pod sources"))
        .contains(Instant.parse("2026-03-01T09:00:00.250Z"));
  }

  @Test
  void wordsThatWereNotWrittenHaveNoTime() {
    assertThat(times.find(LOG, "something else")).isEmpty();
  }
}
