package dev.jubelet.resource.eviction;

import dev.jubelet.pod.model.PodUid;
import java.time.Duration;
import java.util.Optional;

/** Looks at what pods use of the disks. Thread: the pod's lane of looks; may take a little. */
@FunctionalInterface
public interface DiskLooks {

  /**
   * What was found.
   *
   * @param took how long it takes to find out, whoever did it
   * @param complete false when that goes on, and part of this is what was known before
   */
  record Look(LocalUsage usage, Duration took, boolean complete) {}

  /**
   * What the pod uses of what is limited; empty when nothing of it runs. What was found out by
   * somebody no longer ago than {@code maxAge} is taken as it is.
   */
  Optional<Look> look(PodUid uid, LocalLimits limits, Duration maxAge);
}
