package dev.jubelet.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs that a peer does not answer, once for all who call it, and once that it answers again. The
 * client of the peer owns it; callers log no failure that it has told of.
 *
 * <p>Thread: any. Owns: whether there is an outage, and since when.
 */
public final class OutageLog {
  private final Logger log;
  private final String peer;
  private final String address;
  private final Timers timers;

  @GuardedBy("this")
  private @Nullable Long sinceNanos;

  @GuardedBy("this")
  private long answeredNanos;

  /** {@code peer} begins the messages, such as "API server". */
  public OutageLog(Logger log, String peer, String address, Timers timers) {
    this.log = log;
    this.peer = peer;
    this.address = address;
    this.timers = timers;
    this.answeredNanos = timers.nanoTime() - 1;
  }

  /** A call that was begun at this time got no answer; an answer since then outweighs it. */
  public void failed(String cause, long begunNanos) {
    synchronized (this) {
      if (sinceNanos != null || answeredNanos - begunNanos > 0) {
        return;
      }
      sinceNanos = begunNanos;
    }
    log.atWarn()
        .addKeyValue("address", address)
        .addKeyValue("cause", cause)
        .log(peer + " is unreachable; retrying");
  }

  /** The peer answered, whatever it said. */
  public void answered() {
    Duration lasted;
    synchronized (this) {
      answeredNanos = timers.nanoTime();
      if (sinceNanos == null) {
        return;
      }
      lasted = Duration.ofNanos(answeredNanos - sinceNanos);
      sinceNanos = null;
    }
    log.atInfo()
        .addKeyValue("address", address)
        .addKeyValue("after", GoDuration.format(lasted))
        .log(peer + " is reachable again");
  }
}
