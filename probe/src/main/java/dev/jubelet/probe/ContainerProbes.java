package dev.jubelet.probe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.SteadyClock;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.ProbedContainer;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The up to three probes of one container of a pod. Liveness and readiness are not asked before the
 * startup probe has passed.
 *
 * <p>Thread: sightings from the pod's lane, the gate from the startup worker's. Owns: the workers
 * and how the container was last seen.
 */
final class ContainerProbes {
  private final Container spec;
  private final RestoredResults restored;
  private final SteadyClock clock;
  private final Map<ProbeKind, ProbeWorker> workers = new EnumMap<>(ProbeKind.class);

  @GuardedBy("this")
  private @Nullable ProbedContainer last;

  /**
   * @param makeWorker for each kind of probe that the container has
   */
  ContainerProbes(
      Container spec,
      RestoredResults restored,
      SteadyClock clock,
      Function<ProbeKind, ProbeWorker> makeWorker) {
    this.spec = spec;
    this.restored = restored;
    this.clock = clock;
    for (ProbeKind kind : ProbeKind.values()) {
      if (kind.of(spec) != null) {
        workers.put(kind, makeWorker.apply(kind));
      }
    }
  }

  static boolean areWanted(Container container) {
    return container.getStartupProbe() != null
        || container.getLivenessProbe() != null
        || container.getReadinessProbe() != null;
  }

  /** Whether these are the probes that this spec asks for. */
  boolean matches(Container other) {
    return Objects.equals(spec.getStartupProbe(), other.getStartupProbe())
        && Objects.equals(spec.getLivenessProbe(), other.getLivenessProbe())
        && Objects.equals(spec.getReadinessProbe(), other.getReadinessProbe());
  }

  Optional<ProbeWorker> worker(ProbeKind kind) {
    return Optional.ofNullable(workers.get(kind));
  }

  /** Takes note of the newest reading; returns whether the container has changed. */
  synchronized boolean see(Pod pod, @Nullable ObservedContainer container) {
    ProbedContainer before = last;
    if (container == null) {
      return before != null && lose();
    }
    if (before == null || !before.containerId().equals(container.id())) {
      meet(pod, container);
      return true;
    }
    if (before.running() == container.isRunning()) {
      return false;
    }
    for (ProbeWorker worker : workers.values()) {
      last = sighting(container);
      worker.see(last);
    }
    return true;
  }

  @GuardedBy("this")
  private boolean lose() {
    last = null;
    workers.values().forEach(ProbeWorker::lose);
    return true;
  }

  @GuardedBy("this")
  private void meet(Pod pod, ObservedContainer container) {
    for (ProbeWorker worker : workers.values()) {
      last = sighting(container);
      worker.meet(
          last,
          restored.verdict(worker.schedule().kind(), pod, container),
          restored.notBefore(worker.schedule(), container));
    }
  }

  /** The startup worker comes first, so the others are told what it knows. */
  private ProbedContainer sighting(ObservedContainer container) {
    Instant startedAt =
        container.startedAt() == null ? clock.now() : clock.of(container.startedAt());
    return new ProbedContainer(
        container.id(), container.isRunning(), startedAt, hasStarted(container.id()));
  }

  private boolean hasStarted(String containerId) {
    ProbeWorker startup = workers.get(ProbeKind.STARTUP);
    return startup == null || startup.verdict(containerId) == Verdict.SUCCESS;
  }

  /** Lets the others be asked, now that the startup probe may have passed. */
  synchronized void openGate() {
    if (last != null && !last.started() && hasStarted(last.containerId())) {
      ProbedContainer opened = last.withStarted();
      last = opened;
      workers.values().forEach(worker -> worker.see(opened));
    }
  }

  void nudge() {
    worker(ProbeKind.READINESS).ifPresent(ProbeWorker::nudge);
  }

  void stop(ProbeKind kind) {
    worker(kind).ifPresent(ProbeWorker::stop);
  }

  void stopAll() {
    workers.values().forEach(ProbeWorker::stop);
  }
}
