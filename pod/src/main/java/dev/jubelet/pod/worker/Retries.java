package dev.jubelet.pod.worker;

import java.time.Duration;

/**
 * The failures in a row of one thing that is tried again.
 *
 * <p>Thread: the pod's lane. Owns: their number.
 */
final class Retries {
  private final RetryPolicy policy;
  private int failures;

  Retries(RetryPolicy policy) {
    this.policy = policy;
  }

  /** Counts a failure; returns how long to wait before the next try. */
  Duration failed() {
    failures++;
    return policy.delay(failures);
  }

  void succeeded() {
    failures = 0;
  }

  int failures() {
    return failures;
  }
}
