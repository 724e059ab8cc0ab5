package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The last status of a pod, when its worker has let go of everything: no container may look alive
 * any more, and unless the pod is static its phase is terminal. A container whose end nobody saw
 * counts as killed. Pure.
 */
public final class FinalStatus {
  private static final String LOST =
      "The container could not be located when the pod was terminated";

  private static final Set<String> READINESS = Set.of("Ready", "ContainersReady");

  private FinalStatus() {}

  public static PodStatus of(Pod pod, PodStatus last, Instant now) {
    PodStatus status = StatusCopies.of(last);
    if (isInitialised(pod, last)) {
      status.setContainerStatuses(ended(last.getContainerStatuses()));
    }
    status.setInitContainerStatuses(endedUpToTheLastThatRan(last.getInitContainerStatuses()));
    if (!Phases.isTerminal(last.getPhase()) && !StaticPods.isStatic(pod)) {
      status.setPhase(Phases.FAILED);
    }
    status.setConditions(unready(pod, status, now));
    return status;
  }

  /** What has ended is not ready, whoever still said so. */
  private static List<PodCondition> unready(Pod pod, PodStatus status, Instant now) {
    Finding ready = ContainersReadyRules.containersReady(pod, status);
    return status.getConditions().stream()
        .map(c -> READINESS.contains(c.getType()) && !ready.holds() ? unready(c, ready, now) : c)
        .toList();
  }

  private static PodCondition unready(PodCondition condition, Finding finding, Instant now) {
    if (!"True".equals(condition.getStatus())) {
      return condition;
    }
    PodCondition unready = new PodCondition();
    unready.setType(condition.getType());
    unready.setObservedGeneration(condition.getObservedGeneration());
    unready.setLastTransitionTime(ApiTimes.text(now));
    unready.setStatus("False");
    unready.setReason(finding.reason());
    unready.setMessage(finding.message().isEmpty() ? null : finding.message());
    return unready;
  }

  private static boolean isInitialised(Pod pod, PodStatus last) {
    List<ContainerSpec> init = ContainerSpec.init(pod);
    return init.isEmpty()
        || last.getContainerStatuses().stream().anyMatch(FinalStatus::hasRun)
        || StatusLookup.container(last.getInitContainerStatuses(), init.getLast().name())
            .filter(s -> isInitialised(init.getLast(), s))
            .isPresent();
  }

  private static boolean isInitialised(ContainerSpec lastInit, ContainerStatus status) {
    return lastInit.isSidecar()
        ? ContainerStates.isRunning(status.getState()) && Boolean.TRUE.equals(status.getStarted())
        : ContainerStates.hasSucceeded(status.getState())
            || ContainerStates.hasSucceeded(status.getLastState());
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
    return status.getState().getWaiting() == null
        || ContainerStates.isTerminated(status.getLastState());
  }

  private static List<ContainerStatus> ended(List<ContainerStatus> statuses) {
    return statuses.stream().map(FinalStatus::ended).toList();
  }

  private static ContainerStatus ended(ContainerStatus status) {
    if (ContainerStates.isTerminated(status.getState())) {
      return status;
    }
    ContainerStatus ended = StatusCopies.of(status);
    ended.setState(ContainerStates.lost(LOST));
    ended.setReady(false);
    ended.setStarted(false);
    return ended;
  }
}
