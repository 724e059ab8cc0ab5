package dev.jubelet.pod.actuate;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The preStop hooks of a pod that ends: all begin at once, also those of containers that are
 * stopped last, and each is waited for before its container is stopped. A hook that takes longer
 * than the grace period is no longer waited for; it ends with its container.
 *
 * <p>Thread: begun and awaited by the pod's lane and its helpers; the hooks on threads of their
 * own. Owns: those threads, until closed.
 */
final class PreStopHooks implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PreStopHooks.class);

  private final Map<String, Running> running = new HashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LifecycleHooks hooks;
  private final Timers timers;
  private final PodEvents events;
  private final Timeline timeline;

  /** {@code waited} opens when the hook has ended or has used up the grace period. */
  private record Running(Future<?> hook, CountDownLatch waited, Timers.Pending limit) {}

  PreStopHooks(LifecycleHooks hooks, Timers timers, PodEvents events, Timeline timeline) {
    this.hooks = hooks;
    this.timers = timers;
    this.events = events;
    this.timeline = timeline;
  }

  static boolean isWanted(ContainerSpec spec) {
    return spec.container().getLifecycle() != null
        && spec.container().getLifecycle().getPreStop() != null;
  }

  void begin(Pod pod, List<String> podIps, Stop stop) {
    ContainerSpec.find(pod, stop.containerName())
        .filter(spec -> isWanted(spec) && stop.preStop() && stop.graceSeconds() > 0)
        .ifPresent(spec -> running.put(stop.containerId(), start(pod, podIps, spec, stop)));
  }

  private Running start(Pod pod, List<String> podIps, ContainerSpec spec, Stop stop) {
    CountDownLatch waited = new CountDownLatch(1);
    Timers.Pending limit =
        timers.after(
            Duration.ofSeconds(stop.graceSeconds()),
            () -> {
              log.atWarn()
                  .addKeyValue("pod", PodKey.of(pod))
                  .addKeyValue("container", spec.name())
                  .addKeyValue("gracePeriod", stop.graceSeconds())
                  .log("PreStop hook not completed in grace period; stopping the container");
              waited.countDown();
            });
    Future<?> hook =
        threads.submit(
            timeline.carry(
                () -> {
                  try {
                    run(pod, podIps, spec, stop);
                  } finally {
                    waited.countDown();
                  }
                }));
    return new Running(hook, waited, limit);
  }

  private void run(Pod pod, List<String> podIps, ContainerSpec spec, Stop stop) {
    Timeline.Step step =
        timeline
            .begin(PodUid.of(pod).value(), "preStop", spec.name())
            .until(timers.now().plusSeconds(stop.graceSeconds()));
    Optional<String> failure = hooks.preStop(pod, spec, stop.containerId(), podIps);
    step.end(failure.orElse(""));
    failure.ifPresent(
        why ->
            events.warning(
                pod, spec.kind(), spec.name(), "FailedPreStopHook", "PreStopHook failed"));
  }

  /**
   * Returns when the hook of this container has ended or the grace period is over; at once when it
   * has none.
   */
  void await(Stop stop) {
    Running begun = running.get(stop.containerId());
    if (begun == null) {
      return;
    }
    try {
      begun.waited().await();
      begun.limit().cancel();
      if (begun.hook().isDone()) {
        begun.hook().get();
      }
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
    running.values().forEach(begun -> begun.limit().cancel());
    threads.shutdownNow();
  }
}
