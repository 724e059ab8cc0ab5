package dev.jubelet.pod.collect;

import dev.jubelet.pod.model.PodUid;
import java.util.Map;

/**
 * The pods that somebody wants or is at work on.
 *
 * @param isAll whether a pod that is not among them is nobody's: every source has been read, and
 *     this agent has the machine for itself
 */
public record KnownPods(Map<PodUid, Standing> pods, boolean isAll) {
  public KnownPods {
    pods = Map.copyOf(pods);
  }

  /** How far a pod is. */
  public enum Standing {
    /** It runs, is to run, or is being ended: its newest containers say how it is. */
    ALIVE,
    /** A static pod that has ended. Only its containers tell that to the next agent. */
    ENDED_STATIC,
    /** It has ended, and its source knows; it is still wanted, for its status and logs. */
    ENDED,
    /** It was evicted: the node needs the room. */
    EVICTED
  }
}
