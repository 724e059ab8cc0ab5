package dev.jubelet.edge.apiserver.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.apiserver.ApiException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Tells of what is out of sight, once and not with every attempt. Reflectors that share one tell of
 * an API server that fails them all in one line; what it has against a single object is told for
 * each. Of a server that does not answer the connection tells.
 *
 * <p>Thread: any. Owns: the names of what is out of sight.
 */
public final class WatchOutageLog {
  private static final Logger log = LoggerFactory.getLogger(WatchOutageLog.class);

  @GuardedBy("this")
  private final Set<String> together = new HashSet<>();

  @GuardedBy("this")
  private final Set<String> alone = new HashSet<>();

  @GuardedBy("this")
  private int most;

  /** {@code during} is what failed; {@code delay} is when it is tried again. */
  void lost(String name, String during, ApiException reason, Duration delay) {
    log.atLevel(isNews(name, reason) ? Level.WARN : Level.DEBUG)
        .addKeyValue("what", name)
        .addKeyValue("during", during)
        .addKeyValue("reason", reason.text())
        .addKeyValue("retryAfter", delay)
        .log("Failed to list or watch; retrying, suppressing repeats");
  }

  /** Whether it is told at once; notes that it is lost. */
  synchronized boolean isNews(String name, ApiException reason) {
    return switch (reason.kind()) {
      // An answer like others, after which everything is listed again; or what others tell of.
      case GONE, VERSION_TOO_LARGE, TIMEOUT, UNAVAILABLE -> false;
      case UNAUTHORIZED, CREDENTIALS, TOO_MANY_REQUESTS, CANCELLED, INTERNAL -> {
        boolean first = together.isEmpty();
        together.add(name);
        most = Math.max(most, together.size());
        yield first;
      }
      case NOT_FOUND, ALREADY_EXISTS, CONFLICT, FORBIDDEN, INVALID, UNREADABLE -> alone.add(name);
    };
  }

  void seen(String name) {
    int many = back(name);
    if (many > 0) {
      LoggingEventBuilder line = log.atInfo().addKeyValue("what", name);
      (many == 1 ? line : line.addKeyValue("watches", many)).log("List and watch restored");
    }
  }

  /** Of how many it is told now that they are in sight again; notes that this one is. */
  synchronized int back(String name) {
    int many = alone.remove(name) ? 1 : 0;
    if (together.remove(name) && together.isEmpty()) {
      many = most;
      most = 0;
    }
    return many;
  }

  /** Nobody looks for it any more. */
  synchronized void forget(String name) {
    alone.remove(name);
    if (together.remove(name) && together.isEmpty()) {
      most = 0;
    }
  }
}
