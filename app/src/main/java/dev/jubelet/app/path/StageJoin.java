package dev.jubelet.app.path;

import dev.jubelet.app.metric.OrphanMeter;
import dev.jubelet.app.metric.PodMeter;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.actuate.Actuator;
import dev.jubelet.pod.actuate.PodKiller;
import dev.jubelet.pod.actuate.PodPurger;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.plan.CrashLoopBackOffs;
import dev.jubelet.pod.plan.EndedPodRules;
import dev.jubelet.pod.plan.PlanInput;
import dev.jubelet.pod.plan.Planner;
import dev.jubelet.pod.plan.TerminationRules;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.pleg.RuntimeReader;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.FinalStatus;
import dev.jubelet.pod.status.NodeFacts;
import dev.jubelet.pod.status.StatusBuilder;
import dev.jubelet.pod.status.StatusInput;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.translate.RestoredPod;
import dev.jubelet.pod.worker.PodStages;
import dev.jubelet.pod.worker.StepKind;
import dev.jubelet.pod.worker.WorkerState;
import dev.jubelet.probe.Probes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Joins the stages of a pod's path for its lane.
 *
 * <p>Thread: the lanes. Owns: the restart back-offs of each pod.
 */
final class StageJoin implements PodStages {
  private final Stages stages;
  private final Timers timers;
  private final Timeline timeline;
  private final PodEvents events;
  private final CrashLoopBackOffs firstBackOffs;
  private final Supplier<NodeFacts> node;
  private final Consumer<PodUid> ended;
  private final RestartClock restarts;
  private final Planner planner = new Planner();
  private final StatusBuilder statusBuilder = new StatusBuilder();
  private final ConcurrentMap<PodUid, CrashLoopBackOffs> backOffs = new ConcurrentHashMap<>();

  /** The parts that act; {@code mayHave} is whether the runtime may have something of a pod. */
  record Stages(
      RuntimeHealth health,
      Predicate<PodUid> mayHave,
      RuntimeReader reader,
      Actuator actuator,
      PodKiller killer,
      PodPurger purger,
      PodRemains remains,
      Probes probes,
      StatusStore statuses,
      PodMeter meter,
      OrphanMeter orphans,
      UserNamespaceJoin users) {}

  StageJoin(
      Stages stages,
      Timers timers,
      Timeline timeline,
      PodEvents events,
      CrashLoopBackOffs firstBackOffs,
      Supplier<NodeFacts> node,
      Consumer<PodUid> ended) {
    this.stages = stages;
    this.timers = timers;
    this.restarts = new RestartClock(timers);
    this.timeline = timeline;
    this.events = events;
    this.firstBackOffs = firstBackOffs;
    this.node = node;
    this.ended = ended;
  }

  @Override
  public Optional<String> networkProblem() {
    return stages.health().problems().network();
  }

  @Override
  public ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier) {
    return earlier == null && isNew(uid)
        ? ObservedPod.nothing(uid, key, timers.now())
        : stages.reader().read(uid, key, earlier);
  }

  /** Of a pod that nobody has seen and for which nothing was done there is nothing to be read. */
  private boolean isNew(PodUid uid) {
    return !backOffs.containsKey(uid) && !stages.mayHave().test(uid);
  }

  @Override
  public ObservedPod readMade(PodUid uid, PodKey key, MadePod made) {
    return stages.reader().readMade(uid, key, made);
  }

  @Override
  public PodPlan plan(Pod pod, ObservedPod observed) {
    stages.meter().starts().worked(pod);
    stages.probes().observe(pod, observed);
    ProbeResults found = stages.probes().results(PodUid.of(pod));
    ObservedPod steady = restarts.byThisClock(observed);
    return restarts.byWallClock(
        planner.plan(new PlanInput(pod, steady, found, backOffs(pod), restarts.now())));
  }

  @Override
  public VolumeOutcome prepareVolumes(Pod pod) {
    if (pod.getSpec().getVolumes().isEmpty()) {
      return stages.remains().volumes().prepare(pod);
    }
    String names =
        pod.getSpec().getVolumes().stream().map(Volume::getName).collect(Collectors.joining(", "));
    Timeline.Step step = timeline.begin(PodUid.of(pod).value(), "volumes", names);
    VolumeOutcome outcome = stages.remains().volumes().prepare(pod);
    step.end(
        switch (outcome) {
          case VolumeOutcome.Ready _, VolumeOutcome.Waiting _ -> "";
          case VolumeOutcome.NotReady notReady -> notReady.message();
          case VolumeOutcome.Refused(String reason, String message) -> {
            stages.meter().rejected(pod, new Admission.Rejected(reason, message));
            yield message;
          }
        });
    return outcome;
  }

  @Override
  public void refreshVolumes(Pod pod) {
    for (String problem : stages.remains().volumes().refresh(pod)) {
      events.warning(pod, "FailedMount", problem);
    }
  }

  @Override
  public ActuationOutcome actuate(
      Pod pod,
      ObservedPod observed,
      PodPlan plan,
      VolumeOutcome.Ready volumes,
      Consumer<ObservedSandbox> sandboxMade) {
    backOffs.putIfAbsent(PodUid.of(pod), firstBackOffs);
    ActuationOutcome outcome = stages.actuator().perform(pod, observed, plan, volumes, sandboxMade);
    ObservedPod steady = restarts.byThisClock(observed);
    CrashLoopBackOffs next = backOffs(pod).afterClearing(plan, steady);
    for (ContainerSpec spec : ContainerSpec.all(pod)) {
      if (outcome.started().contains(spec.name()) || outcome.failed().containsKey(spec.name())) {
        next = next.afterStarting(spec, steady, restarts.now());
      }
    }
    backOffs.put(PodUid.of(pod), next);
    stages.meter().actuated(pod, outcome);
    return outcome;
  }

  private CrashLoopBackOffs backOffs(Pod pod) {
    CrashLoopBackOffs known = backOffs.get(PodUid.of(pod));
    return known != null ? known : firstBackOffs;
  }

  @Override
  public PodStatus report(
      Pod pod,
      ObservedPod observed,
      Map<String, StartError> startErrors,
      WorkerState state,
      PodVerdict verdict) {
    PodUid uid = PodUid.of(pod);
    if (state != WorkerState.TERMINATED) {
      stages.probes().observe(pod, observed);
    }
    PodStatus status =
        statusBuilder.build(
            new StatusInput(
                pod,
                observed,
                startErrors,
                stages.probes().results(uid),
                stages.statuses().find(uid).orElse(null),
                verdict,
                node.get()),
            timers.now());
    stages.statuses().put(pod, status);
    stages.meter().observed(pod, observed);
    stages.meter().starts().reported(pod, status);
    return status;
  }

  @Override
  public void conclude(Pod pod) {
    PodUid uid = PodUid.of(pod);
    stages
        .statuses()
        .find(uid)
        .map(last -> FinalStatus.of(pod, last, timers.now()))
        .ifPresent(last -> stages.statuses().conclude(pod, last));
  }

  @Override
  public void kill(@Nullable Pod pod, ObservedPod observed, long graceSeconds) {
    if (pod == null) {
      stages.meter().orphanFound();
    }
    TerminationPlan plan =
        pod == null
            ? TerminationRules.planOrphan(observed, graceSeconds)
            : TerminationRules.plan(pod, observed, graceSeconds);
    stages.probes().stopLivenessAndStartup(observed.uid());
    stages.killer().kill(observed, pod == null ? RestoredPod.of(observed) : pod, plan);
  }

  @Override
  public List<String> release(PodUid uid, boolean again) {
    stages.probes().forget(uid);
    List<String> left = stages.remains().release(uid, again);
    if (left.isEmpty()) {
      stages.users().release(uid);
    } else {
      stages.orphans().cleared(uid, true);
    }
    ended.accept(uid);
    return left;
  }

  @Override
  public void clear(Pod pod, ObservedPod observed) {
    EndedPodRules.superfluous(pod, observed)
        .forEach(container -> stages.purger().remove(observed, container.id(), false));
  }

  @Override
  public List<String> purge(ObservedPod observed, boolean runsAgain) {
    try {
      stages.purger().purge(observed, runsAgain);
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.INVALID || e.kind() == CriException.Kind.INTERNAL) {
        stages.remains().endLostProcesses(observed.uid());
      }
      throw e;
    }
    if (runsAgain && isOver(observed.uid())) {
      stages.statuses().forget(observed.uid());
    }
    backOffs.remove(observed.uid());
    restarts.forget(observed.uid());
    stages.meter().gone(observed.uid());
    stages.users().release(observed.uid());
    List<String> left = stages.remains().remove(observed.uid(), !observed.isEmpty());
    stages.orphans().cleared(observed.uid(), !left.isEmpty());
    return left;
  }

  /** A terminal phase is for good, so the status of such a life would end the next one as well. */
  private boolean isOver(PodUid uid) {
    return stages.statuses().find(uid).filter(s -> Phases.isTerminal(s.getPhase())).isPresent();
  }

  @Override
  public void stepped(StepKind kind, Duration took) {
    stages.meter().stepped(kind, took);
  }

  @Override
  public void waiting(Pod pod, PodPlan.Waiting wait) {
    ContainerSpec.find(pod, wait.containerName())
        .ifPresent(
            spec ->
                events.warning(
                    pod,
                    spec.kind(),
                    spec.name(),
                    "BackOff",
                    "Back-off restarting failed container %s in pod %s"
                        .formatted(spec.name(), PodKey.of(pod).withUid(PodUid.of(pod)))));
  }

  @Override
  public void tell(Pod pod, String reason, String message) {
    events.normal(pod, reason, message);
  }

  @Override
  public void warn(Pod pod, String reason, String message) {
    events.warning(pod, reason, message);
  }
}
