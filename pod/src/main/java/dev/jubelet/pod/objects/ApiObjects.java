package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.UsedObjects.State;
import dev.jubelet.pod.spec.ObjectReferences;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The config maps and secrets of an API server that the pods of this node use. Pods are registered
 * before anybody looks for their objects; what no registered pod uses is forgotten, so the memory
 * is bounded by what pods can use.
 *
 * <p>Thread: any. Owns: which pod uses what.
 */
public final class ApiObjects implements ObjectValues, AutoCloseable {
  private final UsedObjects objects;

  @GuardedBy("this")
  private final Map<PodUid, Set<ObjectKey>> byPod = new HashMap<>();

  @GuardedBy("this")
  private final Map<ObjectKey, Integer> users = new HashMap<>();

  private ApiObjects(UsedObjects objects) {
    this.objects = objects;
  }

  /**
   * Watches what pods use; {@code changed} is told, on a thread that must not be held up, which
   * objects came, went or have other values now. Many threads share {@code random}.
   */
  public static ApiObjects watching(
      ObjectRequests requests,
      Consumer<Set<ObjectKey>> changed,
      ByteBudget budget,
      Timers timers,
      RandomGenerator random) {
    return new ApiObjects(new WatchedObjects(requests, changed, budget, timers, random));
  }

  /** Asks for an object again when the last answer is older than {@code age}. */
  public static ApiObjects caching(
      ObjectRequests requests, Supplier<Duration> age, ByteBudget budget, Timers timers) {
    return new ApiObjects(new CachedObjects(requests, age, budget, timers));
  }

  /** Asks for an object each time. */
  public static ApiObjects asking(ObjectRequests requests) {
    return new ApiObjects(new FetchedObjects(requests));
  }

  /** A pod came or has another spec now; its objects are there for it until it is unregistered. */
  public synchronized void register(Pod pod) {
    Set<ObjectKey> now = ObjectReferences.of(pod);
    Set<ObjectKey> before = byPod.put(PodUid.of(pod), now);
    for (ObjectKey key : now) {
      if (before == null || !before.contains(key)) {
        users.merge(key, 1, Integer::sum);
        objects.used(key);
      }
    }
    if (before != null) {
      release(without(before, now));
    }
  }

  private static Set<ObjectKey> without(Set<ObjectKey> keys, Set<ObjectKey> others) {
    Set<ObjectKey> rest = new HashSet<>(keys);
    rest.removeAll(others);
    return rest;
  }

  /** A pod needs its objects no longer. */
  public synchronized void unregister(PodUid uid) {
    Set<ObjectKey> before = byPod.remove(uid);
    if (before != null) {
      release(before);
    }
  }

  @GuardedBy("this")
  private void release(Set<ObjectKey> keys) {
    for (ObjectKey key : keys) {
      int left = users.merge(key, -1, Integer::sum);
      if (left == 0) {
        users.remove(key);
        objects.unused(key);
      }
    }
  }

  @Override
  public Lookup configMap(String namespace, String name) {
    return find(ObjectKind.CONFIG_MAP, namespace, name, ObjectContent::all);
  }

  @Override
  public Lookup configMapText(String namespace, String name) {
    return find(ObjectKind.CONFIG_MAP, namespace, name, ObjectContent::text);
  }

  @Override
  public Lookup secret(String namespace, String name) {
    return find(ObjectKind.SECRET, namespace, name, ObjectContent::all);
  }

  private Lookup find(
      ObjectKind kind,
      String namespace,
      String name,
      Function<ObjectContent, Map<String, ByteString>> values) {
    return switch (objects.find(new ObjectKey(kind, namespace, name))) {
      case State.Seen(ObjectContent content) ->
          new Lookup.Found(values.apply(content), content.uid(), content.type());
      case State.Missing _ -> new Lookup.Absent();
      case State.Unknown(String message) -> new Lookup.Failed(message);
    };
  }

  @Override
  public synchronized void close() {
    byPod.clear();
    users.clear();
    objects.close();
  }
}
