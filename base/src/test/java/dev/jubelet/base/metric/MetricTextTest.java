package dev.jubelet.base.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class MetricTextTest {
  private final MetricRegistry registry = new MetricRegistry();

  @Test
  void familiesStandByNameWithHelpAndType() {
    registry.add(Tally.counter("b_total", "Second.")).add(2);
    registry.add(Collected.gauge("a_bytes", "First\nof \\ two.", () -> 0.5));
    assertThat(text(Format.PROMETHEUS))
        .isEqualTo(
            """
            # HELP a_bytes First\\nof \\\\ two.
            # TYPE a_bytes gauge
            a_bytes 0.5
            # HELP b_total Second.
            # TYPE b_total counter
            b_total 2
            """);
  }

  @Test
  void aHistogramCountsEverythingUpToEachBound() {
    Histogram took = registry.add(new Histogram("t_seconds", "T.", List.of(.5, 1.0, 5.0), "op"));
    took.observe(0.5, "a");
    took.observe(0.75, "a");
    took.observe(Duration.ofMinutes(1), "a");
    assertThat(text(Format.PROMETHEUS))
        .isEqualTo(
            """
            # HELP t_seconds T.
            # TYPE t_seconds histogram
            t_seconds_bucket{op="a",le="0.5"} 1
            t_seconds_bucket{op="a",le="1"} 2
            t_seconds_bucket{op="a",le="5"} 2
            t_seconds_bucket{op="a",le="+Inf"} 3
            t_seconds_sum{op="a"} 61.25
            t_seconds_count{op="a"} 3
            """);
  }

  @Test
  void openMetricsKeepsTheNamesOfAllSeries() {
    registry.add(Tally.counter("good_total", "G."));
    registry.add(Tally.counter("odd", "O."));
    registry.add(new Histogram("size", "S.", List.of(1.0)));
    assertThat(text(Format.OPEN_METRICS))
        .isEqualTo(
            """
            # HELP good G.
            # TYPE good counter
            good_total 0
            # HELP odd O.
            # TYPE odd unknown
            odd 0
            # HELP size S.
            # TYPE size histogram
            size_bucket{le="1.0"} 0
            size_bucket{le="+Inf"} 0
            size_sum 0
            size_count 0
            # EOF
            """);
  }

  @Test
  void timesAreMillisecondsInOneFormatAndSecondsInTheOther() {
    MetricLabels labels = MetricLabels.of("a", "b");
    MetricText plain = new MetricText(Format.PROMETHEUS);
    plain
        .family("x", Kind.GAUGE, "X.")
        .sample(labels, MetricLabels.of("c", "d"), 1, 1_700_000_000_042L);
    assertThat(string(plain)).endsWith("x{a=\"b\",c=\"d\"} 1 1700000000042\n");
    MetricText open = new MetricText(Format.OPEN_METRICS);
    open.family("x", Kind.GAUGE, "X.").sample(labels, 1, 1_700_000_000_042L);
    assertThat(string(open)).contains("x{a=\"b\"} 1 1700000000.042\n");
  }

  @Test
  void aFamilyWithoutSamplesIsNotShown() {
    registry.add(Tally.counter("unused_total", "U.", "label"));
    assertThat(text(Format.PROMETHEUS)).isEmpty();
  }

  @Test
  void labelValuesAreEscaped() {
    registry.add(Tally.counter("c_total", "C.", "l")).increment("a\"b\\c\nd é");
    assertThat(text(Format.PROMETHEUS)).contains("c_total{l=\"a\\\"b\\\\c\\nd é\"} 1");
  }

  @Test
  void moreSeriesThanTheBoundAreCountedTogether() {
    Tally tally = registry.add(Tally.counter("c_total", "C.", "path", "method"));
    for (int i = 0; i < 100_000; i++) {
      tally.increment("/" + i, "GET");
    }
    List<String> series = text(Format.PROMETHEUS).lines().filter(l -> l.startsWith("c_")).toList();
    assertThat(series)
        .hasSize(Series.MOST + 1)
        .contains("c_total{path=\"other\",method=\"other\"} " + (100_000 - Series.MOST));
  }

  @Test
  void aSeriesCanBeForgotten() {
    Tally tally = registry.add(Tally.counter("c_total", "C.", "pod"));
    tally.increment("a");
    tally.increment("b");
    tally.removeIf(values -> values.getFirst().equals("a"));
    assertThat(text(Format.PROMETHEUS)).contains("\"b\"").doesNotContain("\"a\"");
  }

  @Test
  void aNameIsTakenOnlyOnce() {
    registry.add(Tally.counter("c_total", "C."));
    assertThatThrownBy(() -> registry.add(Tally.counter("c_total", "C.")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("c_total");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-1, -1",
    "999999, 999999",
    "1000000, 1e+06",
    "1048576, 1.048576e+06",
    "9.223372036854772E18, 9.223372036854772e+18",
    "0.1, 0.1",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "12.5, 12.5",
    "1234567.5, 1.2345675e+06",
    "-0.25, -0.25",
    "NaN, NaN",
    "Infinity, +Inf",
    "1.5e300, 1.5e+300"
  })
  void numbersReadAsCollectorsAreUsedTo(double value, String expected) {
    TextBuffer buffer = new TextBuffer(1);
    NumberText.append(buffer, value);
    assertThat(joined(buffer.pieces())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|PROMETHEUS",
        "*/*|PROMETHEUS",
        "application/openmetrics-text; version=1.0.0|OPEN_METRICS",
        "application/openmetrics-text;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1|OPEN_METRICS",
        "text/plain,application/openmetrics-text;q=0.5|PROMETHEUS",
        "application/openmetrics-text;q=0|PROMETHEUS",
        "application/openmetrics-text;q=x|PROMETHEUS"
      })
  void theFormatIsTheOneAskedFor(String accept, Format expected) {
    assertThat(Format.accepted(accept)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void aPageThatLeavesWhileItIsMadeIsTheSame(Format format) {
    ByteArrayOutputStream left = new ByteArrayOutputStream();
    MetricText leaving = new MetricText(format, left);
    MetricText kept = new MetricText(format);
    for (MetricText page : List.of(leaving, kept)) {
      page.family("many", Kind.GAUGE, "Many numbers.");
      for (int i = 0; i < 5000; i++) {
        page.sample(
            MetricLabels.of("number", Integer.toString(i)), MetricLabels.of("more", "yes"), i);
      }
    }
    assertThat(left.size()).isPositive();
    leaving.end();
    assertThat(left.toString(StandardCharsets.UTF_8)).isEqualTo(string(kept));
  }

  @Test
  void aPageThatCannotLeaveFails() {
    MetricText page =
        new MetricText(
            Format.PROMETHEUS,
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("gone");
              }
            });
    page.family("few", Kind.GAUGE, "A number.").sample(MetricLabels.NONE, 1);
    assertThatThrownBy(page::end).isInstanceOf(UncheckedIOException.class);
  }

  private String text(Format format) {
    return joined(registry.text(format));
  }

  private static String string(MetricText text) {
    return joined(text.pieces());
  }

  private static String joined(List<byte[]> pieces) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    pieces.forEach(whole::writeBytes);
    return whole.toString(StandardCharsets.UTF_8);
  }
}
