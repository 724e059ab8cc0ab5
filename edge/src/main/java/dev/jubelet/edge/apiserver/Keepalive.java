package dev.jubelet.edge.apiserver;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a connection that has gone silent while answers are awaited on it. The JDK's client sends
 * no HTTP/2 pings, so a probe does the same: a small request. It is due after half a minute of
 * silence on any connection, and at once when a call got no answer in time.
 *
 * <p>An answer to a probe speaks for the connection on which it came and for no other: the client
 * sends new requests over one of its connections, while an answer may still be coming in on another
 * one, that was opened at the same moment or that the server wants to close. What waits on such a
 * connection in silence is cut off, and whoever needs it asks again where a probe gets to. Where
 * each answer has a connection of its own, as with HTTP/1.1, no probe can come on it: there a watch
 * has until after its next bookmark.
 *
 * <p>Thread: any; the probe runs on a virtual thread of its own. Owns: what is under way, one
 * timer.
 */
final class Keepalive {
  static final Duration SILENCE = Duration.ofSeconds(30);

  /** The server gives a sign of life on every watch about once a minute: a bookmark. */
  static final Duration WITHOUT_BOOKMARK = Duration.ofSeconds(75);

  private static final Logger log = LoggerFactory.getLogger(Keepalive.class);

  /** Returns the connection that answered, if one did. */
  interface Probe {
    Optional<String> answeredOn();
  }

  private final Timers timers;
  private final Probe probe;
  private final OpenExchanges exchanges;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private boolean probing;

  @GuardedBy("lock")
  private Timers.@Nullable Pending timer;

  Keepalive(Timers timers, Probe probe) {
    this.timers = timers;
    this.probe = probe;
    this.exchanges = new OpenExchanges(timers);
  }

  /** The caller says when it has ended, by {@link #ended}. */
  OpenExchanges.Exchange started() {
    synchronized (lock) {
      if (timer == null) {
        timer = timers.after(SILENCE, this::check);
      }
      return exchanges.started();
    }
  }

  void ended(OpenExchanges.Exchange exchange) {
    synchronized (lock) {
      exchange.ended();
      if (exchanges.isEmpty() && timer != null) {
        timer.cancel();
        timer = null;
      }
    }
  }

  /** Probes now, unless one is under way. */
  void suspect() {
    synchronized (lock) {
      if (!probing) {
        probing = true;
        Thread.ofVirtual().name("api-probe").start(this::run);
      }
    }
  }

  private void run() {
    try {
      probe.answeredOn().ifPresent(this::leaveOthers);
    } finally {
      synchronized (lock) {
        probing = false;
      }
    }
  }

  private void leaveOthers(String reached) {
    List<Runnable> out = exchanges.outOfReach(reached);
    if (!out.isEmpty()) {
      log.atWarn()
          .addKeyValue("answers", out.size())
          .log("API server responds, but not on this connection; closing it");
      out.forEach(ending -> Thread.ofVirtual().name("api-silent").start(ending));
    }
  }

  private void check() {
    synchronized (lock) {
      if (timer == null) {
        return;
      }
      Duration silent = exchanges.longestSilence();
      boolean late = silent.compareTo(SILENCE) >= 0;
      timer = timers.after(late ? SILENCE : SILENCE.minus(silent), this::check);
      if (late) {
        suspect();
      }
    }
  }
}
