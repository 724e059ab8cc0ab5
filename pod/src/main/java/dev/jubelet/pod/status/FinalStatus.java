package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * The last status of a pod, when its worker has let go of everything: no container may look alive
 * any more, and unless the pod is static its phase is terminal. A container whose end nobody saw
 * counts as killed. Pure.
 */
public final class FinalStatus {
  private static final String LOST =
      "The container could not be located when the pod was terminated";

  private FinalStatus() {}

  public static PodStatus of(Pod pod, PodStatus last) {
    PodStatus status = Copies.of(last);
    if (isInitialised(pod, last)) {
      status.setContainerStatuses(ended(last.getContainerStatuses()));
    }
    status.setInitContainerStatuses(endedUpToTheLastThatRan(last.getInitContainerStatuses()));
    if (!Phases.isTerminal(last.getPhase()) && !StaticPods.isStatic(pod)) {
      status.setPhase(Phases.FAILED);
    }
    return status;
  }

  private static boolean isInitialised(Pod pod, PodStatus last) {
    List<ContainerSpec> init = ContainerSpec.init(pod);
    return init.isEmpty()
        || last.getContainerStatuses().stream().anyMatch(FinalStatus::hasRun)
        || Lookup.container(last.getInitContainerStatuses(), init.getLast().name())
            .filter(s -> isInitialised(init.getLast(), s))
            .isPresent();
  }

  private static boolean isInitialised(ContainerSpec lastInit, ContainerStatus status) {
    return lastInit.isSidecar()
        ? States.isRunning(status.getState()) && Boolean.TRUE.equals(status.getStarted())
        : States.hasSucceeded(status.getState()) || States.hasSucceeded(status.getLastState());
  }

  /** Init containers behind the last one that ran never had a chance; they go on waiting. */
  private static List<ContainerStatus> endedUpToTheLastThatRan(List<ContainerStatus> statuses) {
    int ran = statuses.size();
    while (ran > 0 && !hasRun(statuses.get(ran - 1))) {
      ran--;
    }
    List<ContainerStatus> result = new ArrayList<>(ended(statuses.subList(0, ran)));
    result.addAll(statuses.subList(ran, statuses.size()));
    return result;
  }

  private static boolean hasRun(ContainerStatus status) {
    return status.getState().getWaiting() == null || States.isTerminated(status.getLastState());
  }

  private static List<ContainerStatus> ended(List<ContainerStatus> statuses) {
    return statuses.stream().map(FinalStatus::ended).toList();
  }

  private static ContainerStatus ended(ContainerStatus status) {
    if (States.isTerminated(status.getState())) {
      return status;
    }
    ContainerStatus ended = Copies.of(status);
    ended.setState(States.lost(LOST));
    return ended;
  }
}
