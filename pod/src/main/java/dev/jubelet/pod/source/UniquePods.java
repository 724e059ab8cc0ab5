package dev.jubelet.pod.source;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one pod of each name and of each UID: the first. Pure but for what it collects.
 *
 * <p>Thread: one listing per instance. Owns: the pods kept and the problems found.
 */
final class UniquePods {
  private final SourceKind kind;
  private final Map<String, String> placeOf = new HashMap<>();
  private final List<Pod> pods = new ArrayList<>();
  private final List<SourceProblem> problems = new ArrayList<>();

  UniquePods(SourceKind kind) {
    this.kind = kind;
  }

  /** Adds the pod that was found at a place, a file or the item of a list. */
  void add(Pod pod, String place) {
    PodKey key = PodKey.of(pod);
    String name = "name " + key;
    String uid = "UID " + pod.getMetadata().getUid();
    if (isTaken(name, key, place) || isTaken(uid, key, place)) {
      return;
    }
    placeOf.put(name, place);
    placeOf.put(uid, place);
    pods.add(pod);
  }

  private boolean isTaken(String what, PodKey key, String place) {
    @Nullable String first = placeOf.get(what);
    if (first == null) {
      return false;
    }
    problems.add(
        new SourceProblem(
            place + " (" + key + ")",
            "Error validating pod %s from %s due to duplicate pod %s, which %s has already; ignoring"
                .formatted(key, kind.wireName(), what, first),
            true));
    return true;
  }

  List<Pod> pods() {
    return List.copyOf(pods);
  }

  List<SourceProblem> problems() {
    return List.copyOf(problems);
  }
}
