package dev.jubelet.pod.merge;

import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
    List<PodChange> changes = new ArrayList<>();
    for (Pod pod : wanted) {
      Pod existing = old.get(PodUid.of(pod));
      Optional<PodChange> change =
          existing == null
              ? Optional.of(new PodChange.Added(LocalAnnotations.mark(pod, source, now), source))
              : change(existing, pod, source);
      next.put(PodUid.of(pod), change.map(PodChange::pod).orElse(existing));
      change.ifPresent(changes::add);
    }
    old.forEach(
        (uid, pod) -> {
          if (!next.containsKey(uid)) {
            changes.add(new PodChange.Removed(pod, source));
          }
        });
    changes.sort(Comparator.comparingInt(PodDiff::rank));
    return new PodDiff(Collections.unmodifiableMap(next), List.copyOf(changes));
  }

  private static int rank(PodChange change) {
    return switch (change) {
      case PodChange.Removed _ -> 0;
      case PodChange.Added _ -> 1;
      case PodChange.Updated _ -> 2;
      case PodChange.Deleted _ -> 3;
      case PodChange.Reconciled _ -> 4;
    };
  }

  private static Optional<PodChange> change(Pod existing, Pod newer, SourceKind source) {
    boolean differ = differ(existing, newer);
    if (!differ && Objects.equals(existing.getStatus(), newer.getStatus())) {
      return Optional.empty();
    }
    Pod kept = LocalAnnotations.keep(existing, newer);
    if (!differ) {
      return Optional.of(new PodChange.Reconciled(kept, source));
    }
    return Optional.of(
        newer.getMetadata().getDeletionTimestamp() == null
            ? new PodChange.Updated(kept, source)
            : new PodChange.Deleted(kept, source));
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
