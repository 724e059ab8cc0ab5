package dev.jubelet.benchmark.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line of the table: what was measured, beside its floor and its target. */
public record Row(
    String figure, int samples, Quantity value, @Nullable Quantity floor, Target target) {

  /** A figure that nothing is compared with. */
  public static Row known(String figure, int samples, Quantity value) {
    return new Row(figure, samples, value, null, new Target.None());
  }

  public Verdict verdict() {
    return target.judge(value, floor);
  }

  String ratio() {
    return floor == null || floor.value() == 0
        ? ""
        : String.format(Locale.ROOT, "%.2f", value.value() / floor.value());
  }

  List<String> cells() {
    return List.of(
        figure,
        Integer.toString(samples),
        value.toString(),
        floor == null ? "" : floor.toString(),
        ratio(),
        target.text(),
        verdict().text());
  }
}
