package dev.jubelet.pod.collect;

import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;

/**
 * A container of a pod as the runtime lists it.
 *
 * @param restartCount which of the container's logs is its own
 * @param graceSeconds how long it may take to stop
 */
record ListedContainer(
    String id,
    PodUid pod,
    PodKey key,
    String name,
    String sandboxId,
    State state,
    Instant createdAt,
    int restartCount,
    long graceSeconds) {

  /** Also one that was made and never started. */
  boolean isDead() {
    return state != State.RUNNING;
  }
}
