package dev.jubelet.edge.apiserver;

import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * What clients on one connection differ in.
 *
 * @param deadline for a call with its retries
 * @param leaveWhenLate whether a call without an answer in time is reason enough for a new
 *     connection; else the connection is probed first
 */
public record ClientSettings(Duration deadline, RateLimit limit, boolean leaveWhenLate) {
  private static final Duration USUAL_DEADLINE = Duration.ofSeconds(60);

  /** For all but heartbeats; the numbers are kubeAPIQPS and kubeAPIBurst, or those of events. */
  public static ClientSettings usual(int qps, int burst, Timers timers) {
    return new ClientSettings(USUAL_DEADLINE, RateLimit.of(qps, burst, timers), false);
  }

  /** For the lease and the node's status: never held up by our own limits, and impatient. */
  public static ClientSettings heartbeat(Duration deadline, Timers timers) {
    return new ClientSettings(deadline, RateLimit.none(timers), true);
  }
}
