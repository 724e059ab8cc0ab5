package dev.jubelet.testing.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The pods of an API server, in memory: with resource versions, UIDs, preconditions, graceful
 * deletion and watches. Calls can be made to fail or to wait.
 *
 * <p>Thread: any. Owns: the pods, their history, and a record of all calls.
 */
public final class FakePods implements ListWatch<Pod> {
  /** A request that arrived, whether it was carried out or not. */
  public record Call(String verb, String name) {}

  private final ObjectMapper json = new ObjectMapper();

  @GuardedBy("this")
  private final List<FakeWatch> watches = new ArrayList<>();

  @GuardedBy("this")
  private final Map<String, Pod> pods = new LinkedHashMap<>();

  @GuardedBy("this")
  private final List<WatchEvent<Pod>> history = new ArrayList<>();

  @GuardedBy("this")
  private final List<Call> calls = new ArrayList<>();

  @GuardedBy("this")
  private long version = 1;

  @GuardedBy("this")
  private long uids;

  @GuardedBy("this")
  private boolean away;

  private volatile Consumer<Call> trouble = FakePods::carryOut;
  private volatile UnaryOperator<Pod> drop = UnaryOperator.identity();

  // What a test does to the server.

  /** Is shown every call before it is carried out; it may wait, or throw what the caller gets. */
  public void trouble(Consumer<Call> trouble) {
    this.trouble = trouble;
  }

  private static void carryOut(Call call) {}

  public void calm() {
    trouble = FakePods::carryOut;
  }

  /** What a server that does not know some field makes of a patched pod. */
  public void dropping(UnaryOperator<Pod> drop) {
    this.drop = drop;
  }

  /** From now on nobody reaches the server, and open watches break. */
  public void goAway() {
    List<FakeWatch> broken;
    synchronized (this) {
      away = true;
      broken = List.copyOf(watches);
      watches.clear();
    }
    broken.forEach(FakeWatch::breakOff);
  }

  public synchronized void comeBack() {
    away = false;
  }

  /** Creates or changes a pod as somebody else than the agent; returns it as it is stored. */
  public synchronized Pod put(Pod pod) {
    return pods.containsKey(name(pod)) ? store(copy(pod)) : added(copy(pod));
  }

  public synchronized Pod change(String namespace, String name, UnaryOperator<Pod> change) {
    return store(copy(change.apply(copy(stored(key(namespace, name))))));
  }

  /** Deletes as a person does: gracefully, or at once with no seconds. */
  public synchronized void end(String namespace, String name, long graceSeconds) {
    delete(key(namespace, name), graceSeconds);
  }

  // What a test asks.

  public synchronized Optional<Pod> find(String namespace, String name) {
    return Optional.ofNullable(pods.get(key(namespace, name)));
  }

  public synchronized List<Pod> all() {
    return List.copyOf(pods.values());
  }

  public synchronized List<Call> calls(Predicate<Call> wanted) {
    return calls.stream().filter(wanted).toList();
  }

  public List<Call> calls(String verb) {
    return calls(call -> call.verb().equals(verb));
  }

  // What the agent calls.

  @Override
  public ListPage<Pod> list(ListRequest request) {
    arrive(new Call("list", ""));
    synchronized (this) {
      return new ListPage<>(List.copyOf(pods.values()), Long.toString(version), "");
    }
  }

  @Override
  public WatchStream<Pod> watch(String resourceVersion, Duration longest) {
    arrive(new Call("watch", ""));
    synchronized (this) {
      FakeWatch watch = new FakeWatch();
      long from = Long.parseLong(resourceVersion);
      history.stream()
          .filter(event -> Long.parseLong(event.resourceVersion()) > from)
          .forEach(watch::tell);
      watches.add(watch);
      return watch;
    }
  }

  public Pod get(String namespace, String name) {
    arrive(new Call("get", key(namespace, name)));
    synchronized (this) {
      return copy(stored(key(namespace, name)));
    }
  }

  public Pod create(Pod pod) {
    arrive(new Call("create", name(pod)));
    synchronized (this) {
      if (pods.containsKey(name(pod))) {
        throw new ApiException(ApiException.Kind.ALREADY_EXISTS, name(pod) + " already exists");
      }
      return copy(added(copy(pod)));
    }
  }

  public Pod patchStatus(String namespace, String name, ObjectNode patch) {
    arrive(new Call("patch", key(namespace, name)));
    synchronized (this) {
      Pod pod = stored(key(namespace, name));
      check(pod, patch.path("metadata"));
      ObjectNode tree = json.valueToTree(pod);
      if (patch.get("status") instanceof ObjectNode status) {
        StrategicMerge.apply(
            tree.get("status") instanceof ObjectNode known ? known : tree.putObject("status"),
            status);
      }
      Pod changed = copy(drop.apply(json.convertValue(tree, Pod.class)));
      return copy(changed.equals(pod) ? pod : store(changed));
    }
  }

  /** Only the pod with that UID. */
  public void delete(String namespace, String name, String uid, long graceSeconds) {
    arrive(new Call("delete", key(namespace, name)));
    synchronized (this) {
      Pod pod = stored(key(namespace, name));
      if (!pod.getMetadata().getUid().equals(uid)) {
        throw conflict("UID");
      }
      delete(key(namespace, name), graceSeconds);
    }
  }

  // How it works inside.

  private void arrive(Call call) {
    synchronized (this) {
      calls.add(call);
      if (away) {
        throw new ApiException(ApiException.Kind.UNAVAILABLE, "the server is away");
      }
    }
    trouble.accept(call);
  }

  private static void check(Pod pod, JsonNode expected) {
    ObjectMeta meta = pod.getMetadata();
    if (expected.has("uid") && !expected.get("uid").asText().equals(meta.getUid())) {
      throw conflict("UID");
    }
    JsonNode version = expected.path("resourceVersion");
    if (!version.isMissingNode() && !version.asText().equals(meta.getResourceVersion())) {
      throw conflict("resource version");
    }
  }

  private static ApiException conflict(String what) {
    return new ApiException(
        ApiException.Kind.CONFLICT, "the " + what + " in the precondition does not match");
  }

  @GuardedBy("this")
  private Pod stored(String key) {
    Pod pod = pods.get(key);
    if (pod == null) {
      throw new ApiException(ApiException.Kind.NOT_FOUND, key + " not found");
    }
    return pod;
  }

  @GuardedBy("this")
  private Pod added(Pod pod) {
    if (pod.getMetadata().getUid() == null) {
      pod.getMetadata().setUid("uid-" + ++uids);
    }
    pod.getMetadata().setResourceVersion(Long.toString(++version));
    pods.put(name(pod), pod);
    tell(new WatchEvent.Added<>(pod, Long.toString(version)));
    return pod;
  }

  @GuardedBy("this")
  private Pod store(Pod pod) {
    pod.getMetadata().setResourceVersion(Long.toString(++version));
    pods.put(name(pod), pod);
    tell(new WatchEvent.Modified<>(pod, Long.toString(version)));
    return pod;
  }

  @GuardedBy("this")
  private void delete(String key, long graceSeconds) {
    Pod pod = copy(stored(key));
    boolean held = !pod.getMetadata().getFinalizers().isEmpty();
    if (graceSeconds > 0 || held) {
      pod.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
      pod.getMetadata().setDeletionGracePeriodSeconds(graceSeconds);
      store(pod);
      return;
    }
    pod.getMetadata().setResourceVersion(Long.toString(++version));
    pods.remove(key);
    tell(new WatchEvent.Deleted<>(pod, Long.toString(version)));
  }

  @GuardedBy("this")
  private void tell(WatchEvent<Pod> event) {
    history.add(event);
    watches.removeIf(FakeWatch::isClosed);
    watches.forEach(watch -> watch.tell(event));
  }

  private Pod copy(Pod pod) {
    return json.convertValue(json.valueToTree(pod), Pod.class);
  }

  private static String name(Pod pod) {
    return key(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
  }

  private static String key(String namespace, String name) {
    return namespace + "/" + name;
  }
}
