package dev.jubelet.pod.merge;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns the snapshots of all sources into changes, and knows which sources have spoken. A UID
 * belongs to the source that had it first; a second source gets it when the first lets go.
 *
 * <p>Thread: one at a time. Owns: the pods of each source.
 */
public final class Merger {
  private final Set<SourceKind> expected;
  private final Timers timers;
  private final Consumer<NodeEvent> events;
  private final Map<SourceKind, Map<PodUid, Pod>> pods = new EnumMap<>(SourceKind.class);
  private final Map<SourceKind, SourceSnapshot> latest = new EnumMap<>(SourceKind.class);
  private final Map<SourceKind, Set<PodUid>> refused = new EnumMap<>(SourceKind.class);

  /** Takes the sources that are configured. */
  public Merger(Set<SourceKind> expected, Timers timers, Consumer<NodeEvent> events) {
    this.expected = expected.isEmpty() ? Set.of() : EnumSet.copyOf(expected);
    this.timers = timers;
    this.events = events;
  }

  /** What a new snapshot changes, in the order in which it must be carried out. */
  public List<PodChange> accept(SourceSnapshot snapshot) {
    latest.put(snapshot.source(), snapshot);
    List<PodChange> changes = new ArrayList<>(apply(snapshot));
    for (SourceSnapshot other : List.copyOf(latest.values())) {
      boolean waits = !refused.getOrDefault(other.source(), Set.of()).isEmpty();
      if (waits && other.source() != snapshot.source()) {
        changes.addAll(apply(other));
      }
    }
    return List.copyOf(changes);
  }

  /**
   * What a source wanted when it was last heard; counts until it speaks itself, and does not count
   * as its word: pods that it might want stay unknown.
   */
  public List<PodChange> acceptProvisional(SourceSnapshot snapshot) {
    return latest.containsKey(snapshot.source()) ? List.of() : List.copyOf(apply(snapshot));
  }

  /** The sources that have given a complete snapshot. */
  public Set<SourceKind> seenSources() {
    return Set.copyOf(latest.keySet());
  }

  /** Whether a pod that is not known is really unwanted: all sources have spoken. */
  public boolean allSourcesSeen() {
    return latest.keySet().containsAll(expected);
  }

  private List<PodChange> apply(SourceSnapshot snapshot) {
    SourceKind source = snapshot.source();
    PodDiff diff =
        PodDiff.between(
            pods.getOrDefault(source, Map.of()), ownPods(snapshot), source, timers.now());
    pods.put(source, diff.pods());
    return diff.changes();
  }

  private List<Pod> ownPods(SourceSnapshot snapshot) {
    List<Pod> own = new ArrayList<>();
    Set<PodUid> mine = new HashSet<>();
    Set<PodUid> taken = new HashSet<>();
    for (Pod pod : snapshot.pods()) {
      PodUid uid = PodUid.of(pod);
      if (isOwnedByAnother(uid, snapshot.source()) || !mine.add(uid)) {
        refuse(pod, snapshot.source());
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

  private void refuse(Pod pod, SourceKind source) {
    PodUid uid = PodUid.of(pod);
    if (refused.getOrDefault(source, Set.of()).contains(uid)) {
      return;
    }
    String message =
        "Error validating pod %s from %s due to duplicate pod UID \"%s\", ignoring"
            .formatted(PodKey.of(pod), source.wireName(), uid);
    events.accept(
        new NodeEvent(
            timers.now(),
            NodeEvent.Type.WARNING,
            "FailedValidation",
            message,
            PodKey.of(pod),
            uid,
            ""));
  }
}
