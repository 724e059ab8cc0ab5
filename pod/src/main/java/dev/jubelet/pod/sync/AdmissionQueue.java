package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pods that could not run when they came, and may when others have ended: those for which other
 * pods are being ended wait for all of these, those that were refused for the end of any pod. Some
 * wait for what the API server says of the node.
 *
 * <p>Thread: the sync loop. Owns: the pods that wait, in the order of their arrival.
 */
final class AdmissionQueue {

  private record Waiting(Set<PodUid> victims, Admission.@Nullable Rejected refusal) {}

  private final Map<PodUid, Waiting> pods = new LinkedHashMap<>();

  void awaitEndOf(PodUid uid, List<Pod> victims) {
    Set<PodUid> uids =
        victims.stream().map(PodUid::of).collect(Collectors.toCollection(HashSet::new));
    pods.put(uid, new Waiting(uids, null));
  }

  /** What is known of the node is being read again for it. */
  void awaitNode(PodUid uid) {
    awaitEndOf(uid, List.of());
  }

  /** Returns whether that is news, and not the answer that the pod had before. */
  boolean refused(PodUid uid, Admission.Rejected refusal) {
    Waiting before = pods.put(uid, new Waiting(new HashSet<>(), refusal));
    return before == null || !refusal.equals(before.refusal());
  }

  /** Returns whether the pod was told that it may not run. */
  boolean wasRefused(PodUid uid) {
    Waiting waiting = pods.get(uid);
    return waiting != null && waiting.refusal() != null;
  }

  /** Whether pods are being ended, or the node is being read, for it. */
  boolean isAwaited(PodUid uid) {
    Waiting waiting = pods.get(uid);
    return waiting != null && waiting.refusal() == null;
  }

  void leave(PodUid uid) {
    pods.remove(uid);
  }

  /** A pod has ended: who should try again now. */
  List<PodUid> ended(PodUid uid) {
    List<PodUid> again = new ArrayList<>();
    pods.forEach(
        (waiting, state) -> {
          boolean wasVictim = state.victims().remove(uid);
          if (!waiting.equals(uid)
              && state.victims().isEmpty()
              && (wasVictim || state.refusal() != null)) {
            again.add(waiting);
          }
        });
    return again;
  }
}
