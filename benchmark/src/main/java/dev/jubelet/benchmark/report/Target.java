package dev.jubelet.benchmark.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a figure is measured against. */
public sealed interface Target {
  /** The figure is printed to be known. */
  record None() implements Target {}

  /** No larger than this. */
  record AtMost(Quantity limit) implements Target {}

  /** No larger than so many times the floor. */
  record TimesFloor(double factor) implements Target {}

  default Verdict judge(Quantity value, @Nullable Quantity floor) {
    return switch (this) {
      case None none -> Verdict.NOT_JUDGED;
      case AtMost(Quantity limit) -> Verdict.when(value.value() <= limit.value());
      case TimesFloor(double factor) ->
          floor == null
              ? Verdict.NOT_JUDGED
              : Verdict.when(value.value() <= factor * floor.value());
    };
  }

  default String text() {
    return switch (this) {
      case None none -> "";
      case AtMost(Quantity limit) -> "≤ " + limit;
      case TimesFloor(double factor) -> String.format(Locale.ROOT, "≤ %.1f ×", factor);
    };
  }
}
