package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.spec.DeadlineRules;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a pod that is to run: read, plan, report, act, read and report again.
 *
 * <p>Thread: the pod's lane. Owns: the last reading, why each container could not start, and which
 * ones it stopped to start them again.
 */
final class PodSync {
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);

  /** Only what takes longer than this is worth an event. */
  private static final Duration LONG_WAIT = Duration.ofSeconds(123);

  private static final String NETWORK = "the network";
  private static final String VOLUMES = "its volumes";
  private static final String SANDBOX = "its sandbox";
  private static final String RUNTIME = "the container runtime";

  /** What comes of a pass. */
  sealed interface Result {
    record Continue(Next next) implements Result {}

    /** All containers have ended for good. */
    record Ended() implements Result {}

    /** The pod may not go on. */
    record Failed(PodVerdict.Failed verdict) implements Result {}

    /** The node turned out not to be able to have it. */
    record Refused(String reason, String message) implements Result {}
  }

  private final PodUid uid;
  private final PodKey key;
  private final PodStages stages;
  private final Timers timers;
  private final Timeline timeline;
  private final Duration resync;
  private final Map<String, StartError> startErrors = new HashMap<>();
  private final MountBackOff mountBackOff = new MountBackOff();
  private final Waits waits;

  private volatile @Nullable ObservedPod observed;
  private Set<String> replacing = Set.of();
  private boolean wasReady;
  private @Nullable Instant waitingSince;

  PodSync(
      PodUid uid, PodKey key, PodStages stages, Timers timers, Timeline timeline, Duration resync) {
    this.uid = uid;
    this.key = key;
    this.stages = stages;
    this.timers = timers;
    this.timeline = timeline;
    this.resync = resync;
    this.waits = new Waits(timeline, uid.value());
  }

  /**
   * Whether the last reading was begun after this time, so that it shows what happened then. What
   * seems to have happened long before it may have a time from after a step of the clock.
   */
  boolean hasReadAfter(Instant at) {
    ObservedPod last = observed;
    return last != null
        && last.readAt().isAfter(at)
        && last.readAt().isBefore(at.plus(Mailbox.ONE_CLOCK));
  }

  ObservedPod observed() {
    return Objects.requireNonNull(observed, "not read yet");
  }

  Optional<ObservedPod> lastObserved() {
    return Optional.ofNullable(observed);
  }

  void reread() {
    ObservedPod before = observed;
    ObservedPod now = stages.read(uid, key, before);
    observed = now.withReplaced(replacing);
    waits.over(RUNTIME);
    for (ObservedContainer ended : ContainerEnds.between(before, now)) {
      timeline.mark(uid.value(), "exit", ended.name(), ContainerEnds.outcome(ended));
    }
  }

  /** The pod is to end: nothing is waited for that it needs to run. */
  void endWaits() {
    waits.overExcept(Set.of());
  }

  /** What was last read stays, with its age, until the runtime answers. */
  void awaitRuntime(String cause) {
    waits.waitFor(RUNTIME, cause);
  }

  /** Reports what was last read; nothing to report about a pod that only the runtime knows. */
  void report(@Nullable Pod pod, WorkerState state, PodVerdict verdict) {
    if (pod != null) {
      reported(pod, state, verdict);
    }
  }

  private PodStatus reported(Pod pod, WorkerState state, PodVerdict verdict) {
    PodStatus status = stages.report(pod, observed(), Map.copyOf(startErrors), state, verdict);
    noteReadiness(status);
    return status;
  }

  Result step(Pod pod, @Nullable Instant changedAt) {
    if (observed == null || (changedAt != null && !hasReadAfter(changedAt))) {
      reread();
    }
    PodPlan plan = stages.plan(pod, observed());
    takeWaits(pod, plan);
    PodStatus status = reported(pod, WorkerState.SYNCING, PodVerdict.UNDECIDED);
    boolean nothingLeft = plan.finished() && plan.actions().isEmpty();
    if (nothingLeft || Phases.isTerminal(status.getPhase())) {
      return new Result.Ended();
    }
    if (DeadlineRules.isExceeded(pod, status, timers.now())) {
      return new Result.Failed(DeadlineRules.EXCEEDED);
    }
    Result result =
        plan.actions().isEmpty() ? new Result.Continue(settled(pod, plan)) : act(pod, plan);
    return result instanceof Result.Continue(Next next)
        ? new Result.Continue(notBeyond(DeadlineRules.deadline(pod, status), next))
        : result;
  }

  /** Looks again when the deadline passes, at the latest. */
  private Next notBeyond(Optional<Instant> deadline, Next next) {
    if (deadline.isEmpty() || !(next instanceof Next.After(Duration delay))) {
      return next;
    }
    Duration left = Duration.between(timers.now(), deadline.get());
    return left.compareTo(delay) < 0 ? new Next.After(left) : next;
  }

  /** Nothing to start or stop; what the agent writes for the pod may have changed. */
  private Next settled(Pod pod, PodPlan plan) {
    stages.refreshVolumes(pod);
    return later(plan.nextAt().orElse(null), jittered(resync));
  }

  private Result act(Pod pod, PodPlan plan) {
    Optional<String> noNetwork = stages.networkProblem();
    if (noNetwork.isPresent() && !Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      stages.warn(pod, "NetworkNotReady", "network is not ready: " + noNetwork.get());
      waits.waitFor(NETWORK, noNetwork.get());
      // Whoever learns that the network is there wakes the pod.
      return new Result.Continue(new Next.After(jittered(resync)));
    }
    VolumeOutcome volumes = stages.prepareVolumes(pod);
    if (!(volumes instanceof VolumeOutcome.Waiting)) {
      waitingSince = null;
    }
    return switch (volumes) {
      case VolumeOutcome.Waiting(String message) -> new Result.Continue(awaitVolumes(pod, message));
      case VolumeOutcome.NotReady notReady -> new Result.Continue(withoutVolumes(pod, notReady));
      case VolumeOutcome.Refused(String reason, String message) ->
          new Result.Refused(reason, message);
      case VolumeOutcome.Ready ready -> {
        mountBackOff.afterSuccess();
        yield new Result.Continue(actuate(pod, plan, ready));
      }
    };
  }

  private Next withoutVolumes(Pod pod, VolumeOutcome.NotReady volumes) {
    if (Thread.currentThread().isInterrupted()) {
      // Not the volumes failed: the pod is to end.
      return Next.AGAIN;
    }
    volumes.problems().forEach(problem -> stages.warn(pod, problem.reason(), problem.message()));
    Duration delay = mountBackOff.afterFailure();
    waits.waitFor(VOLUMES, volumes.message(), timers.now().plus(delay));
    return new Next.After(delay);
  }

  private Next awaitVolumes(Pod pod, String message) {
    Instant now = timers.now();
    if (waitingSince == null) {
      waitingSince = now;
    }
    if (Duration.between(waitingSince, now).compareTo(LONG_WAIT) >= 0) {
      stages.warn(pod, VolumeOutcome.FAILED_MOUNT, message);
    }
    waits.waitFor(VOLUMES, message);
    return new Next.After(mountBackOff.afterFailure());
  }

  private Next actuate(Pod pod, PodPlan plan, VolumeOutcome.Ready volumes) {
    replacing = new HashSet<>(observed().replaced());
    replacing.addAll(plan.replaces(observed()));
    ActuationOutcome outcome =
        stages.actuate(pod, observed(), plan, volumes, made -> sandboxMade(pod, made));
    outcome.started().forEach(startErrors::remove);
    startErrors.putAll(outcome.failed());
    MadePod made = outcome.made();
    if (made != null) {
      observed = stages.readMade(uid, key, made);
    } else if (outcome.changedSomething()) {
      reread();
    }
    reported(pod, WorkerState.SYNCING, PodVerdict.UNDECIDED);
    if (outcome.succeeded() && outcome.changedSomething()) {
      return Next.AGAIN;
    }
    Instant next = earlier(outcome.retryAt(), plan.nextAt().orElse(null));
    Next.After retry = later(next, jittered(outcome.succeeded() ? resync : AFTER_FAILURE));
    awaitRetry(outcome, timers.now().plus(retry.delay()));
    return retry;
  }

  private void awaitRetry(ActuationOutcome outcome, Instant at) {
    outcome.failed().forEach((name, why) -> waits.waitFor(name, why.reason().wireName(), at));
    String failure = outcome.failure();
    if (failure != null) {
      waits.waitFor(SANDBOX, failure, at);
    }
  }

  /** A pull may take long, and people should see meanwhile that the pod has a network. */
  private void sandboxMade(Pod pod, ObservedSandbox made) {
    ObservedPod before = observed();
    if (before.isEmpty()) {
      observed = before.withFirst(made);
    } else {
      reread();
    }
    reported(pod, WorkerState.SYNCING, PodVerdict.UNDECIDED);
  }

  private void takeWaits(Pod pod, PodPlan plan) {
    Set<String> waiting = new HashSet<>();
    for (PodPlan.Waiting wait : plan.waits()) {
      startErrors.put(wait.containerName(), wait.why());
      waiting.add(wait.containerName());
      String reason = wait.why().reason().wireName();
      if (waits.waitFor(wait.containerName(), reason, wait.until())) {
        stages.waiting(pod, wait);
      }
    }
    waits.overExcept(waiting);
  }

  private void noteReadiness(PodStatus status) {
    boolean ready =
        status.getConditions().stream()
            .filter(condition -> "Ready".equals(condition.getType()))
            .map(PodCondition::getStatus)
            .anyMatch("True"::equals);
    if (ready != wasReady) {
      timeline.mark(uid.value(), ready ? "ready" : "not ready", "");
      wasReady = ready;
    }
  }

  private Next.After later(@Nullable Instant at, Duration otherwise) {
    if (at == null) {
      return new Next.After(otherwise);
    }
    Duration until = Duration.between(timers.now(), at);
    return new Next.After(until.compareTo(resync) > 0 ? resync : until);
  }

  private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isBefore(b) ? a : b;
  }

  private static Duration jittered(Duration duration) {
    return Duration.ofNanos(
        (long) (duration.toNanos() * (1 + ThreadLocalRandom.current().nextDouble(0.5))));
  }
}
