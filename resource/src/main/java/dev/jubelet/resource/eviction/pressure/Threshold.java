package dev.jubelet.resource.eviction.pressure;

import java.time.Duration;

/**
 * Where a signal begins to mean pressure.
 *
 * @param grace how long the signal may be below it before a pod has to go; zero for a hard one
 * @param minReclaim how much more there has to be again before a threshold that was met is not
 */
public record Threshold(NodeSignal signal, Amount value, Duration grace, Amount minReclaim) {
  static final Amount NOTHING = new Amount.Fixed(0, "0");

  public boolean isHard() {
    return grace.isZero();
  }

  /** Whether there is too little. */
  public boolean isMetBy(Reading reading) {
    return reading.available() < value.of(reading.capacity());
  }

  /** Whether there is still too little for a threshold that was met before. */
  boolean isUnresolvedBy(Reading reading) {
    long capacity = reading.capacity();
    return reading.available() < value.of(capacity) + minReclaim.of(capacity);
  }

  /** The same threshold for another signal. */
  Threshold on(NodeSignal other) {
    return new Threshold(other, value, grace, minReclaim);
  }
}
