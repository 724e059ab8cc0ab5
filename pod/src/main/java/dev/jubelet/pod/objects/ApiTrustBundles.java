package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The trust bundles of the cluster, watched from the moment that a pod asks for one. While the API
 * server is out of sight, what was seen stays.
 *
 * <p>Thread: the reflector's lane tells it of changes; any other may look. Owns: the bundles.
 */
public final class ApiTrustBundles implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Reflector<TrustBundle> reflector;
  private final Runnable changed;
  private final OneTimeSignal firstSight;

  @GuardedBy("this")
  private final Map<String, TrustBundle> bundles = new TreeMap<>();

  @GuardedBy("this")
  private boolean started;

  @GuardedBy("this")
  private boolean closed;

  /**
   * {@code source} lists and watches all bundles; {@code changed} is told that some have changed,
   * and may not block.
   */
  public ApiTrustBundles(
      ListWatch<TrustBundle> source, Runnable changed, Timers timers, RandomGenerator random) {
    this.changed = changed;
    this.firstSight = new OneTimeSignal(timers);
    this.reflector = new Reflector<>("trust bundles", source, new Listener(), timers, random);
  }

  public static ListWatch<TrustBundle> source(ApiClient client) {
    return new ReducedWatch<>(
        ListWatch.of(client, Selection.all(TrustBundleObject.RESOURCE)), TrustBundle::of);
  }

  /** All bundles by name; empty when the API server has not shown them yet. Waits a while. */
  public Optional<List<TrustBundle>> all() {
    start();
    if (!firstSight.await(PATIENCE)) {
      return Optional.empty();
    }
    synchronized (this) {
      return Optional.of(List.copyOf(bundles.values()));
    }
  }

  private synchronized void start() {
    if (!started && !closed) {
      started = true;
      reflector.start();
    }
  }

  private final class Listener implements WatchListener<TrustBundle> {
    @Override
    public void replaced(List<TrustBundle> all, String resourceVersion) {
      synchronized (ApiTrustBundles.this) {
        bundles.clear();
        all.forEach(bundle -> bundles.put(bundle.name(), bundle));
      }
      firstSight.happened();
      changed.run();
    }

    @Override
    public void changed(WatchEvent<TrustBundle> event) {
      synchronized (ApiTrustBundles.this) {
        switch (event) {
          case WatchEvent.Added<TrustBundle>(TrustBundle now, _) -> bundles.put(now.name(), now);
          case WatchEvent.Modified<TrustBundle>(TrustBundle now, _) -> bundles.put(now.name(), now);
          case WatchEvent.Deleted<TrustBundle>(TrustBundle last, _) -> bundles.remove(last.name());
          case WatchEvent.Bookmark<TrustBundle> _ -> {
            return;
          }
        }
      }
      changed.run();
    }

    @Override
    public void lost(ApiException reason) {
      // The reflector logs it and tries again; what was seen is the best that is known.
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    reflector.close();
  }
}
