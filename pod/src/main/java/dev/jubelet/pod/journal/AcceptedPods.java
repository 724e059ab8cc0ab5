package dev.jubelet.pod.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The pods that this node has accepted and that the API server still has, as far as is known.
 *
 * <p>Thread: any. Owns: them.
 */
final class AcceptedPods {
  /** A pod and when it was accepted. */
  record Accepted(Pod pod, Instant at) {}

  @GuardedBy("this")
  private final Map<PodUid, Accepted> pods = new HashMap<>();

  /** Null until the API server was seen. */
  @GuardedBy("this")
  private @Nullable Set<PodUid> listed;

  synchronized void restore(JournalEntry entry) {
    pods.put(PodUid.of(entry.pod()), new Accepted(entry.pod(), entry.accepted()));
  }

  /** Returns whether that is worth writing. A pod that the API server has no longer is late. */
  synchronized boolean accept(Pod pod, Instant now) {
    PodUid uid = PodUid.of(pod);
    if (pods.containsKey(uid)) {
      return change(uid, before -> newer(before, pod));
    }
    if (listed == null || !listed.contains(uid)) {
      return false;
    }
    pods.put(uid, new Accepted(pod, now));
    return true;
  }

  /** All pods that the API server has for this node: the others are gone. */
  synchronized boolean list(List<Pod> all) {
    Set<PodUid> now = new HashSet<>();
    all.forEach(pod -> now.add(PodUid.of(pod)));
    listed = now;
    boolean worth = pods.keySet().removeIf(uid -> !now.contains(uid));
    for (Pod pod : all) {
      worth |= change(PodUid.of(pod), before -> newer(before, pod));
    }
    return worth;
  }

  /** A pod is over, whether or not the API server knows it yet. */
  synchronized boolean conclude(PodUid uid, PodStatus status) {
    return change(uid, before -> with(before, status));
  }

  @GuardedBy("this")
  private boolean change(PodUid uid, UnaryOperator<Pod> change) {
    Accepted before = pods.get(uid);
    if (before == null) {
      return false;
    }
    Pod now = change.apply(before.pod());
    pods.put(uid, new Accepted(now, before.at()));
    return !PodEssence.of(before.pod()).equals(PodEssence.of(now));
  }

  /** What is over stays over, even if somebody tells an older story. */
  private static Pod newer(Pod before, Pod now) {
    return Phases.isOver(before) && !Phases.isOver(now) ? with(now, before.getStatus()) : now;
  }

  private static Pod with(Pod pod, PodStatus status) {
    return new Pod(pod.getApiVersion(), pod.getKind(), pod.getMetadata(), pod.getSpec(), status);
  }

  synchronized boolean serverSeen() {
    return listed != null;
  }

  /** In the order of their acceptance. */
  synchronized List<Accepted> all() {
    return pods.values().stream()
        .sorted(
            Comparator.comparing(Accepted::at).thenComparing(a -> PodKey.of(a.pod()).toString()))
        .toList();
  }

  List<Pod> pods() {
    return all().stream().map(Accepted::pod).toList();
  }
}
