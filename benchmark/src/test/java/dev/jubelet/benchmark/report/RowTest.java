package dev.jubelet.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowTest {

  @ParameterizedTest(name = "{0} ms over {1} ms against {2} times: {3}")
  @CsvSource({"120, 100, 1.2, MET", "121, 100, 1.2, MISSED", "90, 100, 1.1, MET"})
  void aRatioIsJudgedByTheFloor(long value, long floor, double factor, Verdict verdict) {
    assertThat(row(millis(value), millis(floor), new Target.TimesFloor(factor)).verdict())
        .isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0} ms against {1} ms: {2}")
  @CsvSource({"50, 50, MET", "51, 50, MISSED"})
  void aLimitIsJudgedByItself(long value, long limit, Verdict verdict) {
    assertThat(row(millis(value), null, new Target.AtMost(millis(limit))).verdict())
        .isEqualTo(verdict);
  }

  @Test
  void withoutAFloorNoRatioIsJudged() {
    assertThat(row(millis(5), null, new Target.TimesFloor(1.1)).verdict())
        .isEqualTo(Verdict.NOT_JUDGED);
    assertThat(Row.known("x", 1, millis(5)).cells())
        .containsExactly("x", "1", "5.0 ms", "", "", "", "");
  }

  @ParameterizedTest(name = "{0} ms is written {1}")
  @CsvSource({"3, 3.0 ms", "10, 10 ms", "9999, 9999 ms", "12345, 12.35 s"})
  void timesAreWrittenWithTheDigitsThatMeanSomething(long value, String text) {
    assertThat(millis(value)).hasToString(text);
  }

  @Test
  void otherUnitsAreWrittenInTheirWay() {
    assertThat(Quantity.percent(0.456)).hasToString("0.46 %");
    assertThat(Quantity.kilobytes(140 * 1024)).hasToString("140 MB");
    assertThat(Quantity.kilobytes(1536)).hasToString("1.5 MB");
    assertThat(Quantity.count(7)).hasToString("7");
  }

  private static Row row(Quantity value, @Nullable Quantity floor, Target target) {
    return new Row("figure", 1, value, floor, target);
  }

  private static Quantity millis(long millis) {
    return Quantity.of(Duration.ofMillis(millis));
  }
}
