package dev.jubelet.pod.worker;

import java.time.Duration;

/**
 * How long a pod waits before its volumes are tried again: half a second, then twice as long each
 * time, up to about two minutes. What the volumes wait for may wake the pod earlier.
 *
 * <p>Thread: the pod's lane. Owns: the next wait.
 */
final class MountBackOff {
  private static final Duration FIRST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(122);

  private Duration next = FIRST;

  Duration afterFailure() {
    Duration wait = next;
    Duration twice = wait.multipliedBy(2);
    next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    return wait;
  }

  void afterSuccess() {
    next = FIRST;
  }
}
