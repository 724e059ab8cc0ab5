package dev.jubelet.pod.event;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import org.jspecify.annotations.Nullable;

/** What an event is about: a pod, a claim, or the node when all parts are null. */
record EventSubject(@Nullable PodKey pod, @Nullable PodUid uid, NodeEvent.@Nullable Claim claim) {
  static EventSubject of(NodeEvent event) {
    return new EventSubject(event.pod(), event.uid(), event.claim());
  }
}
