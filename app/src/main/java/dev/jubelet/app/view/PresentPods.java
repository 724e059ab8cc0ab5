package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.worker.PodWorkers;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The pods of which something is here: those that are wanted, and those that nobody wants any more
 * but that have not ended yet. The latter carry the time by which they should be gone, as the API
 * server gives it to a pod that was deleted there.
 *
 * <p>Thread: any.
 */
public final class PresentPods {
  private final PodPathAssembly path;
  private final Timers timers;

  public PresentPods(PodPathAssembly path, Timers timers) {
    this.path = path;
    this.timers = timers;
  }

  /** The wanted ones first. */
  public List<Pod> all() {
    // Read before the wanted ones, so that a pod which is removed meanwhile is not missed.
    List<PodReport> reports = path.statuses.all();
    List<Pod> pods = new ArrayList<>();
    Set<PodUid> shown = new HashSet<>();
    for (Pod pod : path.loop.wanted().all()) {
      shown.add(PodUid.of(pod));
      pods.add(path.statuses.withStatus(pod));
    }
    for (PodReport report : reports) {
      if (shown.add(PodUid.of(report.pod()))) {
        pods.add(ending(report));
      }
    }
    return pods;
  }

  /** A wanted pod of that name, or else one that is ending. */
  public Optional<Pod> find(PodKey key) {
    return all().stream().filter(pod -> PodKey.of(pod).equals(key)).findFirst();
  }

  private Pod ending(PodReport report) {
    Pod pod = new PodBuilder(report.pod()).withStatus(report.status()).build();
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return pod;
    }
    PodWorkers.Removal removal =
        path.workers
            .removal(PodUid.of(pod))
            .orElseGet(() -> new PodWorkers.Removal(timers.now(), 0));
    pod.setMetadata(
        new ObjectMetaBuilder(pod.getMetadata())
            .withDeletionTimestamp(
                removal
                    .since()
                    .plusSeconds(removal.graceSeconds())
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString())
            .withDeletionGracePeriodSeconds(removal.graceSeconds())
            .build());
    return pod;
  }
}
