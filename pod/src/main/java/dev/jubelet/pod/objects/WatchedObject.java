package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.objects.UsedObjects.Sight;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One object under watch. While the API server is out of sight, the last content stays; an
 * immutable object needs no watch any more once it was seen.
 *
 * <p>Thread: the reflector's lane tells it of changes; any other may look. Owns: the reflector and
 * what it saw last.
 */
final class WatchedObject implements WatchListener<ObjectContent>, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ObjectKey key;
  private final Consumer<ObjectKey> changed;
  private final Arrival firstSight;
  private final Reflector<ObjectContent> reflector;

  /** Null before the first list. */
  @GuardedBy("this")
  private @Nullable Sight last;

  @GuardedBy("this")
  private boolean somebodyWasSentAway;

  /** {@code watch} makes the reflector that tells it. */
  WatchedObject(
      ObjectKey key,
      Consumer<ObjectKey> changed,
      Function<WatchListener<ObjectContent>, Reflector<ObjectContent>> watch,
      Timers timers) {
    this.key = key;
    this.changed = changed;
    this.firstSight = new Arrival(timers);
    this.reflector = watch.apply(this);
  }

  void start() {
    reflector.start();
  }

  /** Waits for the first list, but not for long. */
  Sight find() {
    firstSight.await(PATIENCE);
    synchronized (this) {
      if (last != null) {
        return last;
      }
      somebodyWasSentAway = true;
      return new Sight.Unknown(
          "failed to sync %s cache: timed out waiting for the condition"
              .formatted(key.kind().resource()));
    }
  }

  @Override
  public void replaced(List<ObjectContent> all, String resourceVersion) {
    see(all.isEmpty() ? new Sight.Missing() : new Sight.Seen(all.getFirst()));
  }

  @Override
  public void changed(WatchEvent<ObjectContent> event) {
    switch (event) {
      case WatchEvent.Added<ObjectContent>(ObjectContent now, _) -> see(new Sight.Seen(now));
      case WatchEvent.Modified<ObjectContent>(ObjectContent now, _) -> see(new Sight.Seen(now));
      case WatchEvent.Deleted<ObjectContent> _ -> see(new Sight.Missing());
      case WatchEvent.Bookmark<ObjectContent> _ -> {}
    }
  }

  private void see(Sight now) {
    boolean tell;
    synchronized (this) {
      tell = last == null ? somebodyWasSentAway : !last.equals(now);
      last = now;
    }
    firstSight.happened();
    if (now instanceof Sight.Seen(ObjectContent content) && content.immutable()) {
      reflector.close();
    }
    if (tell) {
      changed.accept(key);
    }
  }

  @Override
  public void lost(ApiException reason) {
    // The reflector logs it and tries again; what was seen is the best that is known.
  }

  @Override
  public void close() {
    reflector.close();
  }
}
