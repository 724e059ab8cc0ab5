package dev.jubelet.pod.actuate;

import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import dev.jubelet.pod.model.WaitReason;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Runs what a container wants to have done right after its start. When that fails, the container is
 * stopped again.
 *
 * <p>Thread: the pod's lane, which it blocks.
 */
public final class PostStartHooks {
  private final LifecycleHooks hooks;
  private final PodKiller killer;
  private final BiFunction<Pod, ContainerSpec, Long> grace;
  private final PodEvents events;
  private final Timeline timeline;

  public PostStartHooks(
      LifecycleHooks hooks,
      PodKiller killer,
      BiFunction<Pod, ContainerSpec, Long> grace,
      PodEvents events,
      Timeline timeline) {
    this.hooks = hooks;
    this.killer = killer;
    this.grace = grace;
    this.events = events;
    this.timeline = timeline;
  }

  /** Empty when all went well, or when there is no hook. */
  Optional<StartError> run(Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
    if (spec.container().getLifecycle() == null
        || spec.container().getLifecycle().getPostStart() == null) {
      return Optional.empty();
    }
    Timeline.Step step = timeline.begin(PodUid.of(pod).value(), "postStart", spec.name());
    Optional<String> failure = hooks.postStart(pod, spec, containerId, podIps);
    step.end(failure.orElse(""));
    if (Thread.currentThread().isInterrupted()) {
      throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
    }
    return failure.map(why -> stop(pod, spec, containerId, podIps, why));
  }

  private StartError stop(
      Pod pod, ContainerSpec spec, String containerId, List<String> podIps, String why) {
    events.warning(pod, spec.kind(), spec.name(), "FailedPostStartHook", "PostStartHook failed");
    Stop stop =
        new Stop(
            containerId,
            spec.name(),
            spec.kind(),
            grace.apply(pod, spec),
            PreStopHooks.isWanted(spec));
    killer.killOne(pod, podIps, stop, "FailedPostStartHook");
    return new StartError(WaitReason.POST_START_HOOK_ERROR, why);
  }
}
