package dev.jubelet.pod.collect;

import java.time.Duration;

/**
 * How many dead containers may stay.
 *
 * @param minAge a younger one is left alone
 * @param maxPerContainer how many of each container of each pod; negative for no limit
 * @param maxInAll how many on the node; negative for no limit
 */
public record CollectionSettings(Duration minAge, int maxPerContainer, int maxInAll) {

  /**
   * How many a pod's lane leaves of each container when another dies: the last one is what {@code
   * logs -p} shows.
   */
  public int keptByLane() {
    return Math.max(1, maxPerContainer);
  }
}
