package dev.jubelet.pod.merge;

import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What has to change so that the pods of one source are those it now wants. Pure.
 *
 * @param pods all pods of the source afterwards, with the agent's annotations
 * @param changes removed, added, updated, deleted, reconciled: in this order, so that a name is
 *     free before it is used again
 */
record PodDiff(Map<PodUid, Pod> pods, List<PodChange> changes) {

  static PodDiff between(Map<PodUid, Pod> old, List<Pod> wanted, SourceKind source, Instant now) {
    Map<PodUid, Pod> next = new LinkedHashMap<>();
    List<PodChange> added = new ArrayList<>();
    List<PodChange> updated = new ArrayList<>();
    List<PodChange> deleted = new ArrayList<>();
    List<PodChange> reconciled = new ArrayList<>();
    for (Pod pod : wanted) {
      PodUid uid = PodUid.of(pod);
      Pod existing = old.get(uid);
      if (existing == null) {
        Pod marked = LocalAnnotations.mark(pod, source, now);
        next.put(uid, marked);
        added.add(new PodChange.Added(marked, source));
        continue;
      }
      Pod kept = LocalAnnotations.keep(existing, pod);
      boolean same = !differ(existing, pod);
      if (same && Objects.equals(existing.getStatus(), pod.getStatus())) {
        next.put(uid, existing);
        continue;
      }
      next.put(uid, kept);
      if (same) {
        reconciled.add(new PodChange.Reconciled(kept, source));
      } else if (pod.getMetadata().getDeletionTimestamp() != null) {
        deleted.add(new PodChange.Deleted(kept, source));
      } else {
        updated.add(new PodChange.Updated(kept, source));
      }
    }
    Stream<PodChange> removed =
        old.entrySet().stream()
            .filter(entry -> !next.containsKey(entry.getKey()))
            .map(entry -> new PodChange.Removed(entry.getValue(), source));
    List<PodChange> changes =
        Stream.of(removed, added.stream(), updated.stream(), deleted.stream(), reconciled.stream())
            .flatMap(s -> s)
            .toList();
    return new PodDiff(Collections.unmodifiableMap(next), changes);
  }

  /** Whether the difference is one that a pod's containers or its end may depend on. */
  private static boolean differ(Pod one, Pod other) {
    ObjectMeta first = one.getMetadata();
    ObjectMeta second = other.getMetadata();
    return !(Objects.equals(one.getSpec(), other.getSpec())
        && Objects.equals(labels(first), labels(second))
        && Objects.equals(first.getDeletionTimestamp(), second.getDeletionTimestamp())
        && Objects.equals(
            first.getDeletionGracePeriodSeconds(), second.getDeletionGracePeriodSeconds())
        && LocalAnnotations.sameBesides(one, other));
  }

  private static Map<String, String> labels(ObjectMeta meta) {
    return meta.getLabels() == null ? Map.of() : meta.getLabels();
  }
}
