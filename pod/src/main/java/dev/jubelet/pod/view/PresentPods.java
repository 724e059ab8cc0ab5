package dev.jubelet.pod.view;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.sync.WantedPods;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.pod.worker.WorkerState;
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
  private final WantedPods wanted;
  private final PodWorkers workers;
  private final StatusStore statuses;
  private final Timers timers;

  public PresentPods(WantedPods wanted, PodWorkers workers, StatusStore statuses, Timers timers) {
    this.wanted = wanted;
    this.workers = workers;
    this.statuses = statuses;
    this.timers = timers;
  }

  /** Those that are wanted, with their newest status. */
  public List<Pod> wanted() {
    return wanted.all().stream().map(statuses::withStatus).toList();
  }

  /** A wanted pod by its name. */
  public Optional<Pod> findWanted(PodKey key) {
    return wanted.all().stream().filter(pod -> PodKey.of(pod).equals(key)).findFirst();
  }

  /**
   * Whether a wanted pod still has something to do. A pod that is over is active for as long as
   * something of it is still being ended.
   */
  public boolean isActive(Pod pod) {
    Optional<WorkerState> state = workers.state(PodUid.of(pod));
    if (state.isPresent() && state.get() != WorkerState.SYNCING) {
      return state.get() == WorkerState.TERMINATING;
    }
    return !Phases.isOver(statuses.withStatus(pod));
  }

  /** The wanted ones first. */
  public List<Pod> all() {
    // Read before the wanted ones, so that a pod which is removed meanwhile is not missed.
    List<PodReport> reports = statuses.all();
    List<Pod> pods = new ArrayList<>();
    Set<PodUid> shown = new HashSet<>();
    for (Pod pod : wanted.all()) {
      shown.add(PodUid.of(pod));
      pods.add(statuses.withStatus(pod));
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
        workers.removal(PodUid.of(pod)).orElseGet(() -> new PodWorkers.Removal(timers.now(), 0));
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
