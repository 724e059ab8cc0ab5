package dev.jubelet.pod.event;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import org.jspecify.annotations.Nullable;

/** What an event is about: a pod, or the node when both parts are null. */
record Subject(@Nullable PodKey pod, @Nullable PodUid uid) {
  static Subject of(NodeEvent event) {
    return new Subject(event.pod(), event.uid());
  }
}
