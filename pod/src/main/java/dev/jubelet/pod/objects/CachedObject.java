package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.objects.UsedObjects.State;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One object and when it was asked for. An answer that fails leaves the one before it, and the
 * object is asked for again with the next look.
 *
 * <p>Thread: any; those who look at the same time share one request. Owns: the last answer.
 */
final class CachedObject {
  private static final Logger log = LoggerFactory.getLogger(CachedObject.class);

  private final ObjectKey key;
  private final ObjectRequests requests;
  private final Supplier<Duration> age;
  private final Timers timers;
  private volatile boolean outdated = true;

  /** Held while the API server is asked: this object only is waited for. */
  private final Object lock = new Object();

  private final ByteBudget budget;
  private final ByteBudget.Claim claim;

  @GuardedBy("lock")
  private State last;

  @GuardedBy("lock")
  private long askedAt;

  CachedObject(
      ObjectKey key,
      ObjectRequests requests,
      Supplier<Duration> age,
      ByteBudget budget,
      Timers timers) {
    this.key = key;
    this.budget = budget;
    this.claim = budget.claim();
    this.requests = requests;
    this.age = age;
    this.timers = timers;
    this.last = State.notRegistered(key);
  }

  /** The next look asks, however young the last answer is. */
  void outdate() {
    outdated = true;
  }

  State find() {
    synchronized (lock) {
      if (outdated || timers.nanoTime() - askedAt >= age.get().toNanos()) {
        ask();
      }
      return last;
    }
  }

  @GuardedBy("lock")
  private void ask() {
    if (last instanceof State.Seen(ObjectContent content) && content.immutable()) {
      return;
    }
    outdated = false;
    try {
      keep(requests.get(key));
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.NOT_FOUND) {
        claim.resize(0);
        last = new State.Missing();
        askedAt = timers.nanoTime();
        return;
      }
      outdated = true;
      if (last instanceof State.Unknown) {
        last = new State.Unknown(e.text());
      } else {
        warn(e.text(), e.level(Level.WARN));
      }
    }
  }

  @GuardedBy("lock")
  private void keep(ObjectContent content) {
    if (claim.resize(content.bytes())) {
      last = new State.Seen(content);
      askedAt = timers.nanoTime();
      return;
    }
    outdated = true;
    State.Unknown refusal = State.noRoom(key, content, budget);
    if (last instanceof State.Seen) {
      warn(refusal.message(), Level.WARN);
    } else {
      last = refusal;
    }
  }

  private void warn(String reason, Level level) {
    log.atLevel(level)
        .addKeyValue("object", key)
        .addKeyValue("reason", reason)
        .log("Failed to refresh the object; keeping the cached one");
  }

  /** Nobody uses it any more. */
  void close() {
    claim.close();
  }
}
