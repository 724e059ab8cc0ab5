package dev.jubelet.server.health;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd twice in its interval that all is well, and nothing while it is not: then systemd
 * ends the process and starts it anew.
 *
 * <p>Thread: lane {@code systemd-watchdog}.
 */
public final class SystemdWatchdog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SystemdWatchdog.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final List<HealthCheck> checks;
  private final Keepalive keepalive;
  private final Duration period;
  private final Lane lane;
  private boolean retried;
  private volatile boolean closed;

  /** A word to systemd. */
  public interface Keepalive {
    /** Returns why the word did not arrive; empty when it did. */
    Optional<String> send();
  }

  /**
   * @param interval how long systemd waits for a word
   */
  public SystemdWatchdog(
      List<HealthCheck> checks, Keepalive keepalive, Duration interval, Timers timers) {
    this.checks = List.copyOf(checks);
    this.keepalive = keepalive;
    this.period = interval.dividedBy(2);
    this.lane = new Lane("systemd-watchdog", this::turn, timers);
  }

  public void start() {
    log.atInfo().addKeyValue("interval", period).log("Starting systemd watchdog with interval");
    lane.wake();
  }

  private Lane.Next turn() {
    if (closed) {
      return Lane.Next.DONE;
    }
    return new Lane.Next.After(isWell() && !delivered() ? retryDelay() : period);
  }

  private boolean isWell() {
    for (HealthCheck check : checks) {
      Optional<String> problem = check.problem().get();
      if (problem.isPresent()) {
        log.atError()
            .addKeyValue("check", check.name())
            .addKeyValue("reason", problem.get())
            .log("Do not notify watchdog this iteration as the kubelet is reportedly not healthy");
        return false;
      }
    }
    return true;
  }

  private boolean delivered() {
    Optional<String> failure = keepalive.send();
    failure.ifPresent(
        reason -> log.atError().addKeyValue("reason", reason).log("Failed to notify watchdog"));
    return failure.isEmpty();
  }

  /** One more try soon, then the usual time. */
  private Duration retryDelay() {
    retried = !retried;
    return retried && RETRY.compareTo(period) < 0 ? RETRY : period;
  }

  @Override
  public void close() {
    closed = true;
    lane.wake();
  }
}
