package dev.jubelet.pod.objects;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.watch.Outage;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.model.ObjectKey;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Watches each object that a pod uses, so that a change is known at once.
 *
 * <p>Thread: see {@link UsedObjects}. Owns: the watches.
 */
final class WatchedObjects implements UsedObjects {
  private final ObjectRequests requests;
  private final Consumer<Set<ObjectKey>> changed;
  private final Timers timers;
  private final RandomGenerator random;
  private final Outage outage = new Outage();
  private final Map<ObjectKey, WatchedObject> objects = new ConcurrentHashMap<>();

  WatchedObjects(
      ObjectRequests requests,
      Consumer<Set<ObjectKey>> changed,
      Timers timers,
      RandomGenerator random) {
    this.requests = requests;
    this.changed = changed;
    this.timers = timers;
    this.random = random;
  }

  @Override
  public void used(ObjectKey key) {
    objects.computeIfAbsent(key, this::watch);
  }

  private WatchedObject watch(ObjectKey key) {
    WatchedObject object =
        new WatchedObject(key, this::told, listener -> reflector(key, listener), timers);
    object.start();
    return object;
  }

  private void told(ObjectKey key) {
    changed.accept(Set.of(key));
  }

  private Reflector<ObjectContent> reflector(ObjectKey key, WatchListener<ObjectContent> listener) {
    return new Reflector<>(key.toString(), requests.watch(key), listener, timers, random, outage);
  }

  @Override
  public void unused(ObjectKey key) {
    WatchedObject object = objects.remove(key);
    if (object != null) {
      object.close();
    }
  }

  @Override
  public Sight find(ObjectKey key) {
    WatchedObject object = objects.get(key);
    return object == null ? Sight.notRegistered(key) : object.find();
  }

  @Override
  public void close() {
    Set.copyOf(objects.keySet()).forEach(this::unused);
  }
}
