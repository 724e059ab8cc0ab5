package dev.jubelet.server.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused credentials: the first of an address, then at most one line a minute with the number
 * of those in between. Whoever sends bad tokens must not fill the log; clients beyond the bound of
 * addresses share one line.
 *
 * <p>Thread: any. Owns: when each address was logged last.
 */
final class RefusalLog {
  static final Duration PERIOD = Duration.ofMinutes(1);
  static final int MOST_ADDRESSES = 256;

  private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);
  private static final String OTHERS = "others";

  private final Timers timers;

  @GuardedBy("this")
  private final Map<String, Quiet> byAddress = new LinkedHashMap<>();

  /** An address that was logged: when, and how many refusals were not since. */
  private record Quiet(long since, long suppressed) {}

  RefusalLog(Timers timers) {
    this.timers = timers;
  }

  void refused(String address, String reason) {
    long suppressed = next(address);
    if (suppressed >= 0) {
      log.atWarn()
          .addKeyValue("client", address)
          .addKeyValue("reason", reason)
          .addKeyValue("suppressed", suppressed)
          .log("Credentials refused; suppressing repeats of this client for a minute");
    }
  }

  /** How many were not logged since the last line; negative when this one is not to be either. */
  synchronized long next(String address) {
    long now = timers.nanoTime();
    String key = byAddress.containsKey(address) || makeRoom(now) ? address : OTHERS;
    Quiet quiet = byAddress.get(key);
    if (quiet != null && now - quiet.since() < PERIOD.toNanos()) {
      byAddress.put(key, new Quiet(quiet.since(), quiet.suppressed() + 1));
      return -1;
    }
    byAddress.put(key, new Quiet(now, 0));
    return quiet == null ? 0 : quiet.suppressed();
  }

  /** Forgets those that were quiet for a period; false when all places are taken nevertheless. */
  @GuardedBy("this")
  private boolean makeRoom(long now) {
    if (byAddress.size() >= MOST_ADDRESSES) {
      byAddress.values().removeIf(quiet -> now - quiet.since() >= PERIOD.toNanos());
    }
    return byAddress.size() < MOST_ADDRESSES;
  }
}
