package dev.jubelet.benchmark.report;

import java.time.Duration;
import java.util.Locale;

/** A measured value with its unit. */
public record Quantity(double value, Unit unit) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double LONG_TIME_MILLIS = 10_000;

  /** How values are written. */
  public enum Unit {
    MILLISECONDS("ms"),
    PERCENT("%"),
    MEGABYTES("MB"),
    COUNT("");

    private final String symbol;

    Unit(String symbol) {
      this.symbol = symbol;
    }
  }

  public static Quantity of(Duration time) {
    return new Quantity(time.toNanos() / NANOS_PER_MILLI, Unit.MILLISECONDS);
  }

  public static Quantity percent(double value) {
    return new Quantity(value, Unit.PERCENT);
  }

  /** Megabytes of 1024 × 1024 bytes, as the kernel counts. */
  public static Quantity kilobytes(long kilobytes) {
    return new Quantity(kilobytes / 1024.0, Unit.MEGABYTES);
  }

  public static Quantity count(long value) {
    return new Quantity(value, Unit.COUNT);
  }

  /** As people read it: no more digits than mean something. */
  @Override
  public String toString() {
    if (unit == Unit.MILLISECONDS && value >= LONG_TIME_MILLIS) {
      return String.format(Locale.ROOT, "%.2f s", value / 1000);
    }
    int digits =
        switch (unit) {
          case MILLISECONDS -> value < 10 ? 1 : 0;
          case PERCENT -> 2;
          case MEGABYTES -> value < 10 ? 1 : 0;
          case COUNT -> 0;
        };
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, unit.symbol).strip();
  }
}
