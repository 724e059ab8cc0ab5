package dev.jubelet.image.collect;

import java.time.Instant;
import java.util.Set;

/**
 * What is remembered of pulls, as far as images that have gone are concerned.
 *
 * <p>Thread: that of a pass.
 */
@FunctionalInterface
public interface PulledImages {

  /**
   * Forgets what was pulled before the pass began and is present no more.
   *
   * @param present the ids of all images that are left, used and pinned ones included
   */
  void prune(Set<String> present, Instant passStarted);
}
