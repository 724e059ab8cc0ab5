package dev.jubelet.pod.objects;

import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObjectKey;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Asks for an object when it is needed and the last answer is too old. A pod that is new to an
 * object gets a fresh answer.
 *
 * <p>Thread: see {@link UsedObjects}. Owns: the last answers.
 */
final class CachedObjects implements UsedObjects {
  private final ObjectRequests requests;
  private final Supplier<Duration> age;
  private final ByteBudget budget;
  private final Timers timers;
  private final Map<ObjectKey, CachedObject> objects = new ConcurrentHashMap<>();

  CachedObjects(ObjectRequests requests, Supplier<Duration> age, ByteBudget budget, Timers timers) {
    this.requests = requests;
    this.age = age;
    this.budget = budget;
    this.timers = timers;
  }

  @Override
  public void used(ObjectKey key) {
    objects.computeIfAbsent(key, k -> new CachedObject(k, requests, age, budget, timers)).outdate();
  }

  @Override
  public void unused(ObjectKey key) {
    CachedObject object = objects.remove(key);
    if (object != null) {
      object.close();
    }
  }

  @Override
  public State find(ObjectKey key) {
    CachedObject object = objects.get(key);
    return object == null ? State.notRegistered(key) : object.find();
  }

  @Override
  public void close() {
    Set.copyOf(objects.keySet()).forEach(this::unused);
  }
}
