package dev.jubelet.app.view;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.eviction.DiskLooks;
import dev.jubelet.resource.eviction.LocalLimits;
import dev.jubelet.resource.eviction.LocalUsage;
import dev.jubelet.server.stats.LocalUsages;
import dev.jubelet.server.stats.LocalUsages.Used;
import dev.jubelet.server.stats.RunningPodSubjects;
import dev.jubelet.server.stats.Subjects.PodSubject;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets those who enforce limits see what the pages about usage would show.
 *
 * <p>Thread: any.
 */
public record DiskLooksAdapter(RunningPodSubjects subjects, LocalUsages usages)
    implements DiskLooks {

  @Override
  public Optional<Look> look(PodUid uid, LocalLimits limits, Duration maxAge) {
    return subjects.pod(uid).map(pod -> look(pod, limits, maxAge));
  }

  private Look look(PodSubject pod, LocalLimits limits, Duration maxAge) {
    Used used =
        limits.countsEverything()
            ? usages.ofPod(pod, limits.volumes(), maxAge)
            : usages.ofVolumes(pod, limits.volumes(), maxAge);
    return new Look(
        new LocalUsage(used.volumes(), used.containers(), used.all()),
        used.took(),
        used.complete());
  }
}
