package dev.jubelet.pod.merge;

import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns the snapshots of all sources into changes, and knows which sources have been read. A UID
 * belongs to the source that had it first; a second source gets it when the first lets go. The
 * comparison itself is {@link PodDiff}.
 *
 * <p>Thread: one at a time. Owns: the pods of each source.
 */
public final class Merger {
  private final Set<SourceKind> expected;
  private final Map<SourceKind, Map<PodUid, Pod>> pods = new EnumMap<>(SourceKind.class);
  private final Map<SourceKind, SourceSnapshot> latest = new EnumMap<>(SourceKind.class);
  private final Map<SourceKind, Set<PodUid>> refused = new EnumMap<>(SourceKind.class);

  /** A pod that is left out, because another has its UID. */
  public record Duplicate(Pod pod, SourceKind source) {}

  /**
   * What a snapshot changes.
   *
   * @param changes in the order in which they must be carried out
   * @param duplicates each is named once
   */
  public record Merged(List<PodChange> changes, List<Duplicate> duplicates) {
    public Merged {
      changes = List.copyOf(changes);
      duplicates = List.copyOf(duplicates);
    }
  }

  /** Takes the sources that are configured. */
  public Merger(Set<SourceKind> expected) {
    this.expected = expected.isEmpty() ? Set.of() : EnumSet.copyOf(expected);
  }

  /** Takes all that a source wants now. */
  public Merged accept(SourceSnapshot snapshot, Instant now) {
    latest.put(snapshot.source(), snapshot);
    List<Duplicate> duplicates = new ArrayList<>();
    List<PodChange> changes = new ArrayList<>(apply(snapshot, now, duplicates));
    for (SourceSnapshot other : List.copyOf(latest.values())) {
      boolean waits = !refused.getOrDefault(other.source(), Set.of()).isEmpty();
      if (waits && other.source() != snapshot.source()) {
        changes.addAll(apply(other, now, duplicates));
      }
    }
    return new Merged(changes, duplicates);
  }

  /**
   * Takes what a source wanted when it was last read; counts until it is read again, and does not
   * count as read: pods that it might want stay unknown.
   */
  public Merged acceptProvisional(SourceSnapshot snapshot, Instant now) {
    List<Duplicate> duplicates = new ArrayList<>();
    List<PodChange> changes =
        latest.containsKey(snapshot.source()) ? List.of() : apply(snapshot, now, duplicates);
    return new Merged(changes, duplicates);
  }

  /** The sources that have given a complete snapshot. */
  public Set<SourceKind> seenSources() {
    return Set.copyOf(latest.keySet());
  }

  /** Whether a pod that is not known is really unwanted: all sources have spoken. */
  public boolean allSourcesSeen() {
    return latest.keySet().containsAll(expected);
  }

  private List<PodChange> apply(SourceSnapshot snapshot, Instant now, List<Duplicate> duplicates) {
    SourceKind source = snapshot.source();
    PodDiff diff =
        PodDiff.between(
            pods.getOrDefault(source, Map.of()), ownPods(snapshot, duplicates), source, now);
    pods.put(source, diff.pods());
    return diff.changes();
  }

  private List<Pod> ownPods(SourceSnapshot snapshot, List<Duplicate> duplicates) {
    Set<PodUid> before = refused.getOrDefault(snapshot.source(), Set.of());
    List<Pod> own = new ArrayList<>();
    Set<PodUid> mine = new HashSet<>();
    Set<PodUid> taken = new HashSet<>();
    for (Pod pod : snapshot.pods()) {
      PodUid uid = PodUid.of(pod);
      if (isOwnedByAnother(uid, snapshot.source()) || !mine.add(uid)) {
        if (!before.contains(uid)) {
          duplicates.add(new Duplicate(pod, snapshot.source()));
        }
        taken.add(uid);
      } else {
        own.add(pod);
      }
    }
    refused.put(snapshot.source(), taken);
    return own;
  }

  private boolean isOwnedByAnother(PodUid uid, SourceKind source) {
    return pods.entrySet().stream()
        .anyMatch(entry -> entry.getKey() != source && entry.getValue().containsKey(uid));
  }
}
