package dev.jubelet.pod.actuate;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The preStop hooks of a pod that ends: all begin at once, also those of containers that are
 * stopped last, and each is waited for before its container is stopped.
 *
 * <p>Thread: begun and awaited by the pod's lane and its helpers; the hooks on threads of their
 * own. Owns: those threads, until closed.
 */
final class PreStopHooks implements AutoCloseable {
  private final Map<String, Future<?>> running = new HashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Hooks hooks;
  private final PodEvents events;
  private final Timers timers;
  private final Timeline timeline;

  PreStopHooks(Hooks hooks, PodEvents events, Timers timers, Timeline timeline) {
    this.hooks = hooks;
    this.events = events;
    this.timers = timers;
    this.timeline = timeline;
  }

  static boolean isWanted(ContainerSpec spec) {
    return spec.container().getLifecycle() != null
        && spec.container().getLifecycle().getPreStop() != null;
  }

  void begin(Pod pod, List<String> podIps, Stop stop) {
    ContainerSpec.find(pod, stop.containerName())
        .filter(spec -> isWanted(spec) && stop.preStop() && stop.graceSeconds() > 0)
        .ifPresent(
            spec ->
                running.put(
                    stop.containerId(),
                    threads.submit(timeline.carry(() -> run(pod, podIps, spec, stop)))));
  }

  private void run(Pod pod, List<String> podIps, ContainerSpec spec, Stop stop) {
    Timeline.Step step =
        timeline
            .begin(PodUid.of(pod).value(), "preStop", spec.name())
            .until(timers.now().plusSeconds(stop.graceSeconds()));
    Optional<String> failure =
        hooks.preStop(
            pod, spec, stop.containerId(), podIps, Duration.ofSeconds(stop.graceSeconds()));
    step.end(failure.orElse(""));
    failure.ifPresent(
        why ->
            events.warning(
                pod, spec.kind(), spec.name(), "FailedPreStopHook", "PreStopHook failed"));
  }

  /** Returns when the hook of this container has ended; at once when it has none. */
  void await(Stop stop) {
    Future<?> hook = running.get(stop.containerId());
    if (hook == null) {
      return;
    }
    try {
      hook.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a preStop hook", e.getCause());
    }
  }

  /** Breaks off what still runs. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
