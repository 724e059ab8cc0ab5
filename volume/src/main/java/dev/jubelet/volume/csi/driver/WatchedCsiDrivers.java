package dev.jubelet.volume.csi.driver;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The CSIDriver objects of an API server, under watch.
 *
 * <p>Thread: any may look; the reflector's lane tells of changes. Owns: the watch and what it saw.
 */
public final class WatchedCsiDrivers implements CsiDriverLister, AutoCloseable {
  private final Runnable changed;
  private final Reflector<CsiDriverObject> reflector;
  private volatile Map<String, CsiDriverSpec> known = Map.of();
  private volatile boolean seen;

  /** {@code changed} is told when volumes that had to wait should be tried again. */
  public WatchedCsiDrivers(
      ApiClient client, Runnable changed, Timers timers, RandomGenerator random) {
    this.changed = changed;
    this.reflector =
        new Reflector<>(
            "csi-drivers",
            ListWatch.of(client, Selection.all(CsiDriverObject.RESOURCE)),
            new Listener(),
            timers,
            random);
  }

  public void start() {
    reflector.start();
  }

  @Override
  public Optional<CsiDriverSpec> find(String driver) {
    if (!seen) {
      return Optional.empty();
    }
    return Optional.of(known.getOrDefault(driver, CsiDriverSpec.UNDECLARED));
  }

  private final class Listener implements WatchListener<CsiDriverObject> {
    @Override
    public void replaced(List<CsiDriverObject> all, String resourceVersion) {
      known =
          all.stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      driver -> driver.getMetadata().getName(), CsiDriverObject::spec));
      seen = true;
      changed.run();
    }

    @Override
    public void changed(WatchEvent<CsiDriverObject> event) {
      Map<String, CsiDriverSpec> next = new ConcurrentHashMap<>(known);
      switch (event) {
        case WatchEvent.Added<CsiDriverObject>(CsiDriverObject now, _) -> put(next, now);
        case WatchEvent.Modified<CsiDriverObject>(CsiDriverObject now, _) -> put(next, now);
        case WatchEvent.Deleted<CsiDriverObject>(CsiDriverObject last, _) ->
            next.remove(last.getMetadata().getName());
        case WatchEvent.Bookmark<CsiDriverObject> _ -> {}
      }
      known = Map.copyOf(next);
      changed.run();
    }

    private static void put(Map<String, CsiDriverSpec> next, CsiDriverObject now) {
      next.put(now.getMetadata().getName(), now.spec());
    }

    @Override
    public void lost(ApiException reason) {
      // The reflector logs it and tries again; what was seen is the best that is known.
    }
  }

  @Override
  public void close() {
    reflector.close();
  }
}
