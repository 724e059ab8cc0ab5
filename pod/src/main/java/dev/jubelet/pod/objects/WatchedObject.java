package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.objects.UsedObjects.State;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One object under watch. While the API server is out of sight, the last content stays; an
 * immutable object needs no watch any more once it was seen.
 *
 * <p>Thread: the reflector's lane tells it of changes; any other may look. Owns: the reflector and
 * what it saw last.
 */
final class WatchedObject implements WatchListener<ObjectContent>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WatchedObject.class);
  private static final String NO_ROOM =
      "Object does not fit into memory; pods that use it go without its newest content";
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ObjectKey key;
  private final Consumer<ObjectKey> changed;
  private final ByteBudget budget;
  private final ByteBudget.Claim claim;
  private final OneTimeSignal firstSight;
  private final Reflector<ObjectContent> reflector;

  /** Null before the first list. */
  @GuardedBy("this")
  private @Nullable State last;

  @GuardedBy("this")
  private boolean somebodyWasSentAway;

  /** Of a content for which there was no room; 0 when what is there now is known. */
  @GuardedBy("this")
  private long refusedBytes;

  /** {@code watch} makes the reflector that tells it. */
  WatchedObject(
      ObjectKey key,
      Consumer<ObjectKey> changed,
      ByteBudget budget,
      Function<WatchListener<ObjectContent>, Reflector<ObjectContent>> watch,
      Timers timers) {
    this.key = key;
    this.changed = changed;
    this.budget = budget;
    this.claim = budget.claim();
    this.firstSight = new OneTimeSignal(timers);
    this.reflector = watch.apply(this);
  }

  void start() {
    reflector.start();
  }

  /** Waits for the first list, but not for long. */
  State find() {
    firstSight.await(PATIENCE);
    synchronized (this) {
      if (last != null) {
        return last;
      }
      somebodyWasSentAway = true;
      return new State.Unknown(
          "failed to sync %s cache: timed out waiting for the condition"
              .formatted(key.kind().resource()));
    }
  }

  @Override
  public void replaced(List<ObjectContent> all, String resourceVersion) {
    see(all.isEmpty() ? new State.Missing() : new State.Seen(all.getFirst()));
  }

  @Override
  public void changed(WatchEvent<ObjectContent> event) {
    switch (event) {
      case WatchEvent.Added<ObjectContent>(ObjectContent now, _) -> see(new State.Seen(now));
      case WatchEvent.Modified<ObjectContent>(ObjectContent now, _) -> see(new State.Seen(now));
      case WatchEvent.Deleted<ObjectContent> _ -> see(new State.Missing());
      case WatchEvent.Bookmark<ObjectContent> _ -> {}
    }
  }

  private void see(State seen) {
    boolean tell;
    State now;
    synchronized (this) {
      now = affordable(seen);
      tell = last == null ? somebodyWasSentAway : !last.equals(now);
      last = now;
    }
    firstSight.happened();
    if (seen instanceof State.Seen(ObjectContent content) && content.immutable()) {
      reflector.close();
    }
    if (tell) {
      changed.accept(key);
    }
  }

  /** What may be kept of it: where there is no room for a new content, the one before stays. */
  @GuardedBy("this")
  private State affordable(State seen) {
    if (!(seen instanceof State.Seen(ObjectContent content))) {
      claim.resize(0);
      refusedBytes = 0;
      return seen;
    }
    if (claim.resize(content.bytes())) {
      refusedBytes = 0;
      return seen;
    }
    refusedBytes = content.bytes();
    State.Unknown refusal = State.noRoom(key, content, budget);
    log.atWarn().addKeyValue("object", key).addKeyValue("reason", refusal.message()).log(NO_ROOM);
    return last instanceof State.Seen ? last : refusal;
  }

  /** Whether there was no room for its content, but is now: then it has to be read again. */
  synchronized boolean fitsNow() {
    return refusedBytes > 0 && claim.fits(refusedBytes);
  }

  /** Somebody did without it, who is told when it is there. */
  synchronized void missed() {
    somebodyWasSentAway = true;
  }

  @Override
  public void lost(ApiException reason) {
    // The reflector logs it and tries again; what was seen is the best that is known.
  }

  @Override
  public void close() {
    claim.close();
    reflector.close();
  }
}
