package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timeline;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.plan.CrashLoopBackOffs;
import dev.jubelet.pod.plan.PlanInput;
import dev.jubelet.pod.spec.DeadlineRules;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.PodGrace;
import dev.jubelet.pod.worker.Mailbox.Desired;
import dev.jubelet.pod.worker.PodState.Transition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pod is to run. One step is one pass over it: read, plan, report, prepare its volumes, act,
 * read and report again.
 *
 * <p>Thread: the pod's lane. Owns: the restart back-offs and what the pod waits for.
 */
final class Syncing implements PodState {
  private static final Logger log = LoggerFactory.getLogger(Syncing.class);
  private static final String NETWORK = "the network";
  private static final String SANDBOX = "its sandbox";
  private static final String CGROUP = "its cgroup";

  private final PodContext pod;
  private final PodServices services;
  private final Waits waits;
  private final VolumePreparation volumes;
  private final SyncPace pace;

  private final RestartClock restartClock;
  private CrashLoopBackOffs restarts;
  private Timeline.@Nullable Step nameWait;

  Syncing(PodContext pod) {
    this.pod = pod;
    this.services = pod.services();
    this.waits = pod.waits();
    this.volumes = new VolumePreparation(services, waits);
    this.pace = new SyncPace(services.resync(), services.timers());
    this.restarts = services.restarts();
    this.restartClock = new RestartClock(services.timers());
  }

  @Override
  public WorkerState name() {
    return WorkerState.SYNCING;
  }

  @Override
  public Transition step(Desired desired) {
    if (desired.ending() != null) {
      endNameWait();
      return beginEnd(desired.pod());
    }
    return nameIsFree()
        ? pass(Objects.requireNonNull(desired.pod(), "an orphan is never run"), desired.changedAt())
        : new Transition.Stay(Next.IDLE);
  }

  /** A pod that had ended before this agent saw it needs no end but only the clearing up. */
  private Transition beginEnd(@Nullable Pod wanted) {
    if (wanted == null || !Phases.isOver(wanted)) {
      return new Transition.Enter(new Terminating(pod));
    }
    pod.reading().readAgain();
    ObservedPod observed = pod.reading().observed();
    return observed.anyContainerRunning() || observed.readySandbox().isPresent()
        ? new Transition.Enter(new Terminating(pod))
        : new Transition.Enter(new Terminated(pod));
  }

  private boolean nameIsFree() {
    if (!pod.nameIsFree().getAsBoolean()) {
      if (nameWait == null) {
        nameWait =
            services
                .timeline()
                .await(
                    pod.uid().value(),
                    "name",
                    pod.key().toString(),
                    "the end of an older pod of the same name");
      }
      return false;
    }
    endNameWait();
    return true;
  }

  private void endNameWait() {
    if (nameWait != null) {
      nameWait.end("");
      nameWait = null;
    }
  }

  private Transition pass(Pod wanted, @Nullable Instant changedAt) {
    services.listener().syncing(wanted);
    pod.reading().readFor(changedAt);
    endWithoutCgroup(wanted);
    PodPlan plan = plan(wanted);
    reportWaits(wanted, plan);
    PodStatus status = report(wanted);
    boolean nothingLeft = plan.finished() && plan.actions().isEmpty();
    if (nothingLeft || Phases.isTerminal(status.getPhase())) {
      return end(null);
    }
    if (DeadlineRules.isExceeded(wanted, status, services.timers().now())) {
      return fail(wanted, DeadlineRules.EXCEEDED);
    }
    Transition outcome =
        plan.actions().isEmpty()
            ? new Transition.Stay(settle(wanted, plan))
            : prepareAndAct(wanted, plan);
    return outcome instanceof Transition.Stay(Next next)
        ? new Transition.Stay(pace.notBeyond(DeadlineRules.deadline(wanted, status), next))
        : outcome;
  }

  /** What runs outside its cgroup is held to nothing: it ends, and may begin anew. */
  private void endWithoutCgroup(Pod wanted) {
    ObservedPod observed = pod.reading().observed();
    if (services.cgroups().isLost(pod.uid()) && observed.anyContainerRunning()) {
      log.atWarn().addKeyValue("pod", pod.key()).log("The cgroup of a pod is gone; ending the pod");
      services.teardown().kill(wanted, observed, PodGrace.effective(null, wanted, null));
      pod.reading().readAgain();
    }
  }

  private PodPlan plan(Pod wanted) {
    ObservedPod observed = pod.reading().observed();
    services.probes().observe(wanted, observed);
    return restartClock.byWallClock(
        services
            .planner()
            .plan(
                new PlanInput(
                    wanted,
                    restartClock.byThisClock(observed),
                    services.probes().results(pod.uid()),
                    restarts,
                    restartClock.now())));
  }

  private PodStatus report(Pod wanted) {
    return pod.reporter().report(wanted, pod.reading().observed(), PodVerdict.UNDECIDED);
  }

  /** Nothing to start or stop; what the agent writes for the pod may have changed. */
  private Next settle(Pod wanted, PodPlan plan) {
    for (String problem : services.volumes().refresh(wanted)) {
      services.events().warning(wanted, VolumeOutcome.FAILED_MOUNT, problem);
    }
    return pace.at(plan.nextAt().orElse(null), pace.resync());
  }

  private Transition prepareAndAct(Pod wanted, PodPlan plan) {
    Optional<String> noNetwork = services.networkProblem().get();
    if (noNetwork.isPresent() && !Boolean.TRUE.equals(wanted.getSpec().getHostNetwork())) {
      services
          .events()
          .warning(wanted, "NetworkNotReady", "network is not ready: " + noNetwork.get());
      waits.waitFor(NETWORK, noNetwork.get());
      // Whoever learns that the network is there wakes the pod.
      return new Transition.Stay(pace.resyncLater());
    }
    Optional<String> noCgroup = services.cgroups().ensure(wanted);
    if (noCgroup.isPresent()) {
      String problem = "unable to ensure pod container exists: " + noCgroup.get();
      services.events().warning(wanted, "FailedCreatePodContainer", problem);
      waits.waitFor(CGROUP, problem);
      return new Transition.Stay(pace.at(null, pace.afterFailure()));
    }
    return switch (volumes.prepare(wanted)) {
      case VolumePreparation.Result.Ready(VolumeOutcome.Ready ready) ->
          new Transition.Stay(act(wanted, plan, ready));
      case VolumePreparation.Result.Retry(Next next) -> new Transition.Stay(next);
      case VolumePreparation.Result.Refused(String reason, String message) ->
          refuse(wanted, reason, message);
    };
  }

  private Next act(Pod wanted, PodPlan plan, VolumeOutcome.Ready ready) {
    ObservedPod before = pod.reading().observed();
    Set<String> replaced = new HashSet<>(before.replaced());
    replaced.addAll(plan.replaces(before));
    pod.reading().acting(replaced);
    ActuationOutcome outcome =
        services
            .runtime()
            .perform(wanted, before, plan, ready, made -> reportSandbox(wanted, made));
    restarts = restartsAfter(wanted, plan, before, outcome);
    services.listener().actuated(wanted, outcome);
    pod.reporter().started(outcome.started());
    pod.reporter().failed(outcome.failed());
    MadePod made = outcome.made();
    if (made != null) {
      pod.reading().readMade(made);
    } else if (outcome.changedSomething()) {
      pod.reading().readAgain();
    }
    report(wanted);
    return outcome.succeeded() && outcome.changedSomething()
        ? Next.AGAIN
        : awaitRetry(plan, outcome);
  }

  /** A pull may take long, and people should see meanwhile that the pod has a network. */
  private void reportSandbox(Pod wanted, ObservedSandbox made) {
    pod.reading().sandboxMade(made);
    report(wanted);
  }

  private Next awaitRetry(PodPlan plan, ActuationOutcome outcome) {
    Next.After retry =
        pace.at(
            SyncPace.earlier(outcome.retryAt(), plan.nextAt().orElse(null)),
            outcome.succeeded() ? pace.resync() : pace.afterFailure());
    Instant at = services.timers().now().plus(retry.delay());
    outcome.failed().forEach((name, why) -> waits.waitFor(name, why.reason().wireName(), at));
    String failure = outcome.failure();
    if (failure != null) {
      waits.waitFor(SANDBOX, failure, at);
    }
    return retry;
  }

  private CrashLoopBackOffs restartsAfter(
      Pod wanted, PodPlan plan, ObservedPod before, ActuationOutcome outcome) {
    ObservedPod steady = restartClock.byThisClock(before);
    CrashLoopBackOffs next = restarts.afterClearing(plan, steady);
    for (ContainerSpec spec : ContainerSpec.all(wanted)) {
      if (outcome.started().contains(spec.name()) || outcome.failed().containsKey(spec.name())) {
        next = next.afterStarting(spec, steady, restartClock.now());
      }
    }
    return next;
  }

  private void reportWaits(Pod wanted, PodPlan plan) {
    Set<String> waiting = new HashSet<>();
    for (PodPlan.Waiting wait : plan.waits()) {
      pod.reporter().failed(Map.of(wait.containerName(), wait.why()));
      waiting.add(wait.containerName());
      String reason = wait.why().reason().wireName();
      if (waits.waitFor(wait.containerName(), reason, wait.until())) {
        warnOfBackOff(wanted, wait.containerName());
      }
    }
    waits.overExcept(waiting);
  }

  private void warnOfBackOff(Pod wanted, String container) {
    ContainerSpec.find(wanted, container)
        .ifPresent(
            spec ->
                services
                    .events()
                    .warning(
                        wanted,
                        spec.kind(),
                        spec.name(),
                        "BackOff",
                        "Back-off restarting failed container %s in pod %s"
                            .formatted(spec.name(), pod.key().withUid(pod.uid()))));
  }

  private Transition fail(Pod wanted, PodVerdict.Failed verdict) {
    services.events().normal(wanted, verdict.reason(), verdict.message());
    return end(verdict);
  }

  private Transition refuse(Pod wanted, String reason, String message) {
    services.listener().rejected(wanted, new Admission.Rejected(reason, message));
    services.events().warning(wanted, reason, message);
    return end(new PodVerdict.Failed(reason, "Pod was rejected: " + message, null));
  }

  private Transition end(PodVerdict.@Nullable Failed verdict) {
    pod.mailbox().end(verdict, null);
    return new Transition.Enter(new Terminating(pod));
  }

  @Override
  public Next afterFailure(CriException e) {
    return RuntimeFailures.retry(pod, name(), e);
  }
}
