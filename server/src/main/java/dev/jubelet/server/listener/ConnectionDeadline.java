package dev.jubelet.server.listener;

import dev.jubelet.base.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time a connection has for what it does now; when it has passed, the connection is cut.
 *
 * <p>Thread: the connection's. Owns: the pending timer.
 */
final class ConnectionDeadline {
  /** Without a finished handshake. */
  static final Duration HANDSHAKE = Duration.ofSeconds(10);

  /** From the first byte of a request to the end of its head, and again to the end of its body. */
  static final Duration REQUEST = Duration.ofSeconds(30);

  /** Until a client has taken a whole answer that is not a stream. */
  static final Duration ANSWER = Duration.ofMinutes(5);

  /** Without a request. */
  static final Duration IDLE = Duration.ofSeconds(90);

  /** Until a client has hung up after the last answer. */
  static final Duration LINGER = Duration.ofSeconds(1);

  private final Timers timers;
  private final Runnable cut;
  private Timers.@Nullable Pending pending;

  ConnectionDeadline(Timers timers, Runnable cut) {
    this.timers = timers;
    this.cut = cut;
  }

  /** Replaces what was set before. */
  void set(Duration limit) {
    clear();
    pending = timers.after(limit, cut);
  }

  void clear() {
    if (pending != null) {
      pending.cancel();
      pending = null;
    }
  }
}
