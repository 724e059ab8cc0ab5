package dev.jubelet.pod.actuate;

import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Stops containers and sandboxes.
 *
 * <p>Thread: the pod's lane; containers of one stage on threads of their own meanwhile. Blocks for
 * as long as the containers take to end.
 */
public final class PodKiller {
  private static final long LEAST_STOP_SECONDS = 2;

  private final CriRuntime cri;
  private final Timers timers;
  private final Timeline timeline;
  private final PodEvents events;

  public PodKiller(CriRuntime cri, Timers timers, Timeline timeline, PodEvents events) {
    this.cri = cri;
    this.timers = timers;
    this.timeline = timeline;
    this.events = events;
  }

  /** Carries out the plan; {@code pod} is null for one that only the runtime knows. */
  public void kill(PodUid uid, @Nullable Pod pod, TerminationPlan plan) {
    long begun = timers.nanoTime();
    for (TerminationPlan.Stage stage : plan.stages()) {
      Together.run(
          stage.stops().stream()
              .map(
                  stop ->
                      (Runnable)
                          () ->
                              stop(
                                  uid,
                                  pod,
                                  stop,
                                  "Stopping container " + stop.containerName(),
                                  begun))
              .toList());
    }
    stopSandboxes(uid, plan);
  }

  /** Stops one container that is to go while its pod stays. */
  public void killOne(PodUid uid, Pod pod, Stop stop, String message) {
    stop(uid, pod, stop, message, timers.nanoTime());
  }

  private void stop(PodUid uid, @Nullable Pod pod, Stop stop, String message, long begun) {
    Timeline.Step step = timeline.begin(uid.value(), "kill", stop.containerName());
    long used = Duration.ofNanos(timers.nanoTime() - begun).toSeconds();
    long timeout = Math.max(stop.graceSeconds() - used, LEAST_STOP_SECONDS);
    step.waitsFor("its end, at most " + timeout + " s");
    if (pod != null) {
      events.normal(pod, stop.kind(), stop.containerName(), "Killing", message);
    }
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
