package dev.jubelet.pod.sync;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.merge.Merger;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.objects.LocalObjects;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;

/**
 * Takes the snapshots of all sources and posts what they change to the sync loop.
 *
 * <p>Thread: the sources' lanes, one at a time. Owns: the merger.
 */
public final class SourceUpdates {
  private final Merger merger;
  private final LocalObjects objects;
  private final LoopInbox inbox;
  private final PodEvents events;
  private final Timers timers;

  public SourceUpdates(
      Set<SourceKind> expected,
      LocalObjects objects,
      LoopInbox inbox,
      PodEvents events,
      Timers timers) {
    this.merger = new Merger(expected);
    this.objects = objects;
    this.inbox = inbox;
    this.events = events;
    this.timers = timers;
  }

  /** Without any source all have been read. */
  public synchronized void start() {
    if (merger.allSourcesSeen()) {
      inbox.post(new LoopEvent.PodsChanged(List.of(), true));
    }
  }

  /** The objects first: a pod that came with them must find them. */
  public synchronized void accept(SourceSnapshot snapshot) {
    Set<ObjectKey> changed = objects.replace(snapshot.source(), snapshot.objects());
    post(merger.accept(snapshot, timers.now()));
    if (!changed.isEmpty()) {
      inbox.post(new LoopEvent.ObjectsChanged(changed));
    }
  }

  /** What a source last wanted, while it has not been read. */
  public synchronized void acceptProvisional(SourceSnapshot snapshot) {
    post(merger.acceptProvisional(snapshot, timers.now()));
  }

  private void post(Merger.Merged merged) {
    merged.duplicates().forEach(this::warn);
    inbox.post(new LoopEvent.PodsChanged(merged.changes(), merger.allSourcesSeen()));
  }

  private void warn(Merger.Duplicate duplicate) {
    Pod pod = duplicate.pod();
    events.warning(
        pod,
        "FailedValidation",
        "Error validating pod %s from %s due to duplicate pod UID \"%s\", ignoring"
            .formatted(PodKey.of(pod), duplicate.source().wireName(), PodUid.of(pod)));
  }
}
