package dev.jubelet.pod.worker;

import java.time.Duration;

/**
 * How long to wait before something that failed is tried again: {@code first}, then twice as long
 * after each further failure, up to {@code longest}. Pure.
 */
record RetryPolicy(Duration first, Duration longest) {

  /** Volumes; what they wait for may wake the pod earlier. */
  static final RetryPolicy MOUNT = new RetryPolicy(Duration.ofMillis(500), Duration.ofSeconds(122));

  /** The rest of a pod that has ended: mostly a mount or cgroup that is busy for a moment. */
  static final RetryPolicy REMOVAL =
      new RetryPolicy(Duration.ofMillis(20), Duration.ofMillis(10_240));

  /** A call to the runtime. */
  static final RetryPolicy RUNTIME = new RetryPolicy(Duration.ofSeconds(1), Duration.ofSeconds(1));

  /** After so many failures in a row, the first counting as one. */
  Duration delay(int failures) {
    Duration delay = first;
    for (int i = 1; i < failures && delay.compareTo(longest) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(longest) > 0 ? longest : delay;
  }
}
