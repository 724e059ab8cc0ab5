package dev.jubelet.pod.collect;

import dev.jubelet.pod.collect.KnownPods.Standing;
import dev.jubelet.pod.collect.Removal.Reason;
import dev.jubelet.pod.model.PodUid;
import java.util.Optional;

/**
 * What the standing of pods means for what they have. Pure.
 *
 * @param clearsEnded whether pods that have ended lose what they have, because the node needs room
 */
record PodFates(KnownPods known, boolean clearsEnded) {
  boolean needsNewest(PodUid pod) {
    Standing standing = known.pods().get(pod);
    return standing == Standing.ALIVE
        || standing == Standing.ENDED_STATIC
        || (standing == null && !known.isAll());
  }

  /** Why all that is dead of the pod goes; empty when it does not. */
  Optional<Reason> contentGoes(PodUid pod) {
    Standing standing = known.pods().get(pod);
    return switch (standing) {
      case ALIVE, ENDED_STATIC -> Optional.empty();
      case ENDED -> clearsEnded ? Optional.of(Reason.POD_ENDED) : Optional.empty();
      case EVICTED -> Optional.of(Reason.POD_EVICTED);
      case null -> known.isAll() ? Optional.of(Reason.POD_GONE) : Optional.empty();
    };
  }
}
