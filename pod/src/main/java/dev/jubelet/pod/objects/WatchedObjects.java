package dev.jubelet.pod.objects;

import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.edge.apiserver.watch.WatchOutageLog;
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
  private final ByteBudget budget;
  private final Timers timers;
  private final RandomGenerator random;
  private final WatchOutageLog outages = new WatchOutageLog();
  private final Map<ObjectKey, WatchedObject> objects = new ConcurrentHashMap<>();

  WatchedObjects(
      ObjectRequests requests,
      Consumer<Set<ObjectKey>> changed,
      ByteBudget budget,
      Timers timers,
      RandomGenerator random) {
    this.requests = requests;
    this.changed = changed;
    this.budget = budget;
    this.timers = timers;
    this.random = random;
  }

  @Override
  public void used(ObjectKey key) {
    objects.computeIfAbsent(key, this::watch);
  }

  private WatchedObject watch(ObjectKey key) {
    WatchedObject object = unstarted(key);
    object.start();
    return object;
  }

  private WatchedObject unstarted(ObjectKey key) {
    return new WatchedObject(key, this::told, budget, listener -> reflector(key, listener), timers);
  }

  private void told(ObjectKey key) {
    changed.accept(Set.of(key));
  }

  private Reflector<ObjectContent> reflector(ObjectKey key, WatchListener<ObjectContent> listener) {
    return new Reflector<>(key.toString(), requests.watch(key), listener, timers, random, outages);
  }

  @Override
  public void unused(ObjectKey key) {
    WatchedObject object = objects.remove(key);
    if (object != null) {
      object.close();
      useRoom();
    }
  }

  /** One of those that had no room may have it now; the next is tried when a pod looks for it. */
  private void useRoom() {
    objects.entrySet().stream()
        .filter(entry -> entry.getValue().fitsNow())
        .map(Map.Entry::getKey)
        .findFirst()
        .ifPresent(this::readAgainIfItFits);
  }

  private void readAgainIfItFits(ObjectKey key) {
    objects.computeIfPresent(key, (_, object) -> object.fitsNow() ? again(key, object) : object);
  }

  private WatchedObject again(ObjectKey key, WatchedObject refused) {
    refused.close();
    WatchedObject object = unstarted(key);
    object.missed();
    object.start();
    return object;
  }

  @Override
  public State find(ObjectKey key) {
    readAgainIfItFits(key);
    WatchedObject object = objects.get(key);
    return object == null ? State.notRegistered(key) : object.find();
  }

  @Override
  public void close() {
    Set.copyOf(objects.keySet()).forEach(this::unused);
  }
}
