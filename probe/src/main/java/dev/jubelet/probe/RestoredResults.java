package dev.jubelet.probe;

import dev.jubelet.base.SteadyClock;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.ProbeSchedule;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a container that ran before the agent did: its verdicts, from the checkpoint or,
 * where there is none yet, from the status that the API server has; and when it is probed first.
 *
 * <p>Thread: the pods' lanes.
 */
final class RestoredResults {
  private static final Duration LONG_BEFORE = Duration.ofSeconds(10);

  private final ResultsCheckpoint checkpoint;
  private final ProbeSettings settings;
  private final SteadyClock clock;
  private final Timers timers;

  RestoredResults(
      ResultsCheckpoint checkpoint, ProbeSettings settings, SteadyClock clock, Timers timers) {
    this.checkpoint = checkpoint;
    this.settings = settings;
    this.clock = clock;
    this.timers = timers;
  }

  /** The verdict of a container met for the first time; null when nothing is remembered. */
  @Nullable Verdict verdict(ProbeKind kind, Pod pod, ObservedContainer container) {
    if (!container.isRunning()) {
      return null;
    }
    boolean passed =
        checkpoint.claim(kind, container.id())
            || (checkpoint.isNew()
                && startedBefore(container, settings.agentStart().get().minus(LONG_BEFORE))
                && passedInStatus(kind, pod.getStatus(), container.id()));
    return passed ? Verdict.SUCCESS : null;
  }

  private static boolean passedInStatus(
      ProbeKind kind, @Nullable PodStatus status, String containerId) {
    return status != null
        && Stream.of(status.getContainerStatuses(), status.getInitContainerStatuses())
            .flatMap(List::stream)
            .filter(s -> s.getContainerID() != null)
            .filter(s -> s.getContainerID().endsWith("://" + containerId))
            .anyMatch(s -> passedInStatus(kind, s));
  }

  private static boolean passedInStatus(ProbeKind kind, ContainerStatus status) {
    return switch (kind) {
      case STARTUP -> Boolean.TRUE.equals(status.getStarted());
      case READINESS -> Boolean.TRUE.equals(status.getReady());
      case LIVENESS -> false;
    };
  }

  /** Before when a container met for the first time is not probed. */
  Instant notBefore(ProbeSchedule schedule, ObservedContainer container) {
    Instant agentStart = settings.agentStart().get();
    if (!startedBefore(container, agentStart)) {
      return clock.now();
    }
    Duration uptime = Duration.between(agentStart, timers.now());
    return schedule.spread(clock.now(), uptime, settings.random().getAsDouble());
  }

  private static boolean startedBefore(ObservedContainer container, Instant time) {
    return container.startedAt() != null && container.startedAt().isBefore(time);
  }
}
