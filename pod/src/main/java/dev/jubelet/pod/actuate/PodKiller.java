package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;

/**
 * Stops containers and sandboxes.
 *
 * <p>Thread: the pod's lane; containers of one stage on threads of their own meanwhile. Blocks for
 * as long as the containers take to end.
 */
public final class PodKiller {
  private static final long LEAST_STOP_SECONDS = 2;

  private final CriRuntime cri;
  private final LifecycleHooks hooks;
  private final Timers timers;
  private final Timeline timeline;
  private final PodEvents events;

  public PodKiller(
      CriRuntime cri, LifecycleHooks hooks, Timers timers, Timeline timeline, PodEvents events) {
    this.cri = cri;
    this.hooks = hooks;
    this.timers = timers;
    this.timeline = timeline;
    this.events = events;
  }

  /** Carries out the plan. */
  public void kill(ObservedPod observed, Pod pod, TerminationPlan plan) {
    long begun = timers.nanoTime();
    try (PreStopHooks preStop = new PreStopHooks(hooks, timers, events, timeline)) {
      plan.stages().stream()
          .flatMap(stage -> stage.stops().stream())
          .forEach(stop -> preStop.begin(pod, ips(observed), stop));
      Ending ending = new Ending(observed.uid(), pod, preStop, begun);
      for (TerminationPlan.Stage stage : plan.stages()) {
        ConcurrentCalls.run(
            stage.stops().stream().map(stop -> timeline.carry(ending.stopping(stop))).toList());
      }
    }
    stopSandboxes(observed.uid(), plan);
  }

  /** Stops one container that is to go while its pod stays. */
  public void killOne(Pod pod, List<String> podIps, Stop stop, String message) {
    long begun = timers.nanoTime();
    try (PreStopHooks preStop = new PreStopHooks(hooks, timers, events, timeline)) {
      preStop.begin(pod, podIps, stop);
      new Ending(PodUid.of(pod), pod, preStop, begun).stop(stop, message);
    }
  }

  static List<String> ips(ObservedPod observed) {
    return observed.readySandbox().map(ObservedSandbox::ips).orElse(List.of());
  }

  /** Containers on their way out, and since when. */
  private final class Ending {
    private final PodUid uid;
    private final Pod pod;
    private final PreStopHooks preStop;
    private final long begun;

    Ending(PodUid uid, Pod pod, PreStopHooks preStop, long begun) {
      this.uid = uid;
      this.pod = pod;
      this.preStop = preStop;
      this.begun = begun;
    }

    Runnable stopping(Stop stop) {
      return () -> stop(stop, "Stopping container " + stop.containerName());
    }

    void stop(Stop stop, String message) {
      events.normal(pod, stop.kind(), stop.containerName(), "Killing", message);
      preStop.await(stop);
      long used = Duration.ofNanos(timers.nanoTime() - begun).toSeconds();
      long timeout = Math.max(stop.graceSeconds() - used, LEAST_STOP_SECONDS);
      Timeline.Step step =
          timeline
              .begin(uid.value(), "kill", stop.containerName())
              .waitsFor("its end, at most " + timeout + " s")
              .until(timers.now().plusSeconds(timeout));
      try {
        cri.stopContainer(
            StopContainerRequest.newBuilder()
                .setContainerId(stop.containerId())
                .setTimeout(timeout)
                .build());
        step.end("");
      } catch (CriException e) {
        step.end(e.text());
        if (e.kind() != CriException.Kind.NOT_FOUND) {
          throw e;
        }
      }
    }
  }

  private void stopSandboxes(PodUid uid, TerminationPlan plan) {
    for (String sandbox : plan.sandboxIds()) {
      Timeline.Step step = timeline.begin(uid.value(), "stop sandbox", sandbox);
      try {
        cri.stopPodSandbox(StopPodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build());
        step.end("");
      } catch (CriException e) {
        step.end(e.text());
        if (e.kind() != CriException.Kind.NOT_FOUND) {
          throw e;
        }
      }
    }
  }
}
