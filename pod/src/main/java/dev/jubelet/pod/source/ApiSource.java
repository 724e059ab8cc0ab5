package dev.jubelet.pod.source;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.spec.Criticality;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pods that the API server has for this node. Nothing is passed on before the first whole list, and
 * while the server cannot be seen everything stays as it was. Mirror pods only show what runs here
 * anyway: they are known, but never wanted.
 *
 * <p>Thread: told on the reflector's lane, asked from any. Owns: the pods as the server last showed
 * them, by UID, so that two of one name in turn are never taken for one.
 */
public final class ApiSource implements WatchListener<Pod> {
  private final Consumer<SourceSnapshot> snapshots;
  private final Consumer<Pod> changed;
  private volatile Seen seen = new Seen(Map.of(), "");

  /** All that is known at one version. */
  private record Seen(Map<PodUid, Pod> pods, String version) {}

  /**
   * @param changed is told every pod that came, changed or went, mirror pods too, once it can be
   *     asked for here
   */
  public ApiSource(Consumer<SourceSnapshot> snapshots, Consumer<Pod> changed) {
    this.snapshots = snapshots;
    this.changed = changed;
  }

  @Override
  public void replaced(List<Pod> all, String resourceVersion) {
    Map<PodUid, Pod> before = seen.pods();
    Map<PodUid, Pod> pods = new LinkedHashMap<>();
    all.forEach(pod -> pods.put(PodUid.of(whole(pod)), pod));
    seen = new Seen(pods, resourceVersion);
    emit();
    before.values().stream().filter(pod -> !pods.containsKey(PodUid.of(pod))).forEach(changed);
    all.forEach(changed);
  }

  @Override
  public void changed(WatchEvent<Pod> event) {
    switch (event) {
      case WatchEvent.Added<Pod>(Pod pod, String version) -> put(whole(pod), version);
      case WatchEvent.Modified<Pod>(Pod pod, String version) -> put(whole(pod), version);
      case WatchEvent.Deleted<Pod>(Pod pod, String version) -> replace(whole(pod), null, version);
      case WatchEvent.Bookmark<Pod> bookmark -> {}
    }
  }

  /** What is known stays in force. */
  @Override
  public void lost(ApiException reason) {}

  /** A name has one owner at a time, so whoever had it before is gone. */
  private void put(Pod pod, String version) {
    List<Pod> former =
        seen.pods().values().stream()
            .filter(other -> PodKey.of(other).equals(PodKey.of(pod)))
            .filter(other -> !PodUid.of(other).equals(PodUid.of(pod)))
            .toList();
    former.forEach(other -> replace(other, null, version));
    replace(pod, pod, version);
  }

  private void replace(Pod old, @Nullable Pod next, String version) {
    Map<PodUid, Pod> pods = new LinkedHashMap<>(seen.pods());
    if (next == null) {
      pods.remove(PodUid.of(old));
    } else {
      pods.put(PodUid.of(old), next);
    }
    seen = new Seen(pods, version);
    if (!Criticality.isMirror(old)) {
      emit();
    }
    changed.accept(old);
  }

  private void emit() {
    List<Pod> wanted =
        seen.pods().values().stream().filter(pod -> !Criticality.isMirror(pod)).toList();
    snapshots.accept(new SourceSnapshot(SourceKind.API, wanted));
  }

  /** A pod that lacks what makes it one must not look as if it were not there. */
  private static Pod whole(Pod pod) {
    ObjectMeta meta = pod.getMetadata();
    if (meta == null
        || isEmpty(meta.getUid())
        || isEmpty(meta.getName())
        || isEmpty(meta.getNamespace())
        || pod.getSpec() == null) {
      throw new ApiException(
          ApiException.Kind.UNREADABLE,
          "a pod without name, namespace, UID or spec came from the API server: " + meta);
    }
    return pod;
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  public Optional<Pod> find(PodUid uid) {
    return Optional.ofNullable(seen.pods().get(uid));
  }

  /** The mirror pod of that name. */
  public Optional<Pod> mirror(PodKey key) {
    return mirrors().stream().filter(pod -> PodKey.of(pod).equals(key)).findFirst();
  }

  public List<Pod> mirrors() {
    return seen.pods().values().stream().filter(Criticality::isMirror).toList();
  }

  /** Up to which resource version the pods are known. */
  public String version() {
    return seen.version();
  }
}
