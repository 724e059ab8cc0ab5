package dev.jubelet.node.call;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Spreads what many nodes do at the same pace.
 *
 * @param random numbers from 0 (included) to 1 (excluded)
 */
public record Jitter(DoubleSupplier random) {

  /** The period, or up to this part of it longer. */
  public Duration stretched(Duration period, double part) {
    return period.plus(scaled(period, part * random.getAsDouble()));
  }

  /** From minus to plus half of the period. */
  public Duration offset(Duration period) {
    return scaled(period, random.getAsDouble() - 0.5);
  }

  private static Duration scaled(Duration period, double by) {
    return Duration.ofNanos(Math.round(period.toNanos() * by));
  }
}
