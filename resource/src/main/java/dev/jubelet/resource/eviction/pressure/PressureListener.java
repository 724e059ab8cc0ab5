package dev.jubelet.resource.eviction.pressure;

import java.time.Duration;

/** Does what the watch decides. Called on the eviction lane; must not block. */
public interface PressureListener {

  /** What follows is done for want of this. */
  void reclaiming(NodeSignal.Starved starved);

  /**
   * Ends the pod.
   *
   * @param cleanedUp to be run once when nothing of the pod runs or is held any more; may be run
   *     from any thread
   */
  void evict(PressureEviction eviction, Runnable cleanedUp);

  /** Pods are chosen by readings of this signal that are so old. */
  void chosenBy(NodeSignal signal, Duration age);
}
