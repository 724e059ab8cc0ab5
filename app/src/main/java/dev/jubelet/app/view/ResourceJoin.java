package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.worker.WorkerState;
import dev.jubelet.server.podresources.KnownPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * The pods as the pod resources API sees them.
 *
 * <p>Thread: any.
 */
public final class ResourceJoin implements KnownPods {
  private final PodPathAssembly path;
  private final boolean activeOnly;

  public ResourceJoin(PodPathAssembly path, boolean activeOnly) {
    this.path = path;
    this.activeOnly = activeOnly;
  }

  @Override
  public List<Pod> listed() {
    return path.loop.wanted().all().stream().filter(pod -> !activeOnly || isActive(pod)).toList();
  }

  /** A pod that is over is active for as long as something of it is still being ended. */
  private boolean isActive(Pod pod) {
    Optional<WorkerState> state = path.workers.state(PodUid.of(pod));
    if (state.isPresent() && state.get() != WorkerState.SYNCING) {
      return state.get() == WorkerState.TERMINATING;
    }
    return !Phases.isOver(path.statuses.withStatus(pod));
  }

  @Override
  public Optional<Pod> find(String namespace, String name) {
    PodKey key = new PodKey(namespace, name);
    return path.loop.wanted().all().stream().filter(pod -> PodKey.of(pod).equals(key)).findFirst();
  }
}
