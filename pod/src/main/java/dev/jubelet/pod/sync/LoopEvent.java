package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import java.util.List;
import java.util.Set;

/** Everything that makes the sync loop turn. */
public sealed interface LoopEvent {

  /** The sources want something else; {@code allSourcesSeen} once each has told its whole set. */
  record PodsChanged(List<PodChange> changes, boolean allSourcesSeen) implements LoopEvent {
    public PodsChanged {
      changes = List.copyOf(changes);
    }
  }

  /** Something happened in the runtime. */
  record RuntimeChanged(List<RuntimeChange> changes) implements LoopEvent {
    public RuntimeChanged {
      changes = List.copyOf(changes);
    }
  }

  /** Config maps or secrets came, went or changed. */
  record ObjectsChanged(Set<ObjectKey> keys) implements LoopEvent {
    public ObjectsChanged {
      keys = Set.copyOf(keys);
    }
  }

  /** A pod that is still wanted has ended, or is so far that others need not wait for it. */
  record PodEnded(PodUid uid) implements LoopEvent {}

  /** The Node object has been read again, because this pod would have been refused for it. */
  record NodeRead(PodUid uid) implements LoopEvent {}

  /** A pod has ended and nothing is left of it. */
  record PodGone(PodUid uid) implements LoopEvent {}

  /** Something that this pod may wait for was found out, such as the result of a probe. */
  record PodWoken(PodUid uid) implements LoopEvent {}

  /** Something that many pods may wait for has changed, such as the network. */
  record AllPodsWoken() implements LoopEvent {}
}
