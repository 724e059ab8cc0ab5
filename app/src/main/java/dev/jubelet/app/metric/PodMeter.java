package dev.jubelet.app.metric;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.sync.LoopListener;
import dev.jubelet.pod.worker.StepKind;
import dev.jubelet.pod.worker.WorkerListener;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts and times what happens to pods and containers.
 *
 * <p>Thread: any. Owns: which ends of containers were counted.
 */
public final class PodMeter implements Timeline.Listener, WorkerListener, LoopListener {
  private static final Set<String> REJECTIONS =
      Set.of(
          "AppArmor",
          "PodOSSelectorNodeLabelDoesNotMatch",
          "PodOSNotSupported",
          "InvalidNodeInfo",
          "InitContainerRestartPolicyForbidden",
          "SupplementalGroupsPolicyNotSupported",
          "UnexpectedAdmissionError",
          "UnknownReason",
          "UnexpectedPredicateFailureType",
          "OutOfcpu",
          "OutOfmemory",
          "OutOfephemeral-storage",
          "OutOfpods",
          "PodLevelResourcesNotSupported",
          "PodFeatureUnsupported",
          "node(s) had taints that the pod didn't tolerate",
          "Evicted",
          "SysctlForbidden",
          "TopologyAffinityError",
          "NodeShutdown",
          "VolumeAttachmentLimitExceeded");
  private static final String SANDBOX_STEP = "sandbox";

  private final Instant since;
  private final PodStarts starts;
  private final Histogram steps;
  private final Histogram phases;
  private final Tally sandboxes;
  private final Tally sandboxErrors;
  private final Tally containers;
  private final Tally containerErrors;
  private final Tally ended;
  private final Tally rejections;
  private final Tally preemptions;
  private final Tally orphans;
  private final OrphanMeter leftovers;
  private final ImageVolumeMeter imageVolumes;
  private final UserNamespaceMeter userNamespaces;
  private final Map<PodUid, Set<String>> countedEnds = new ConcurrentHashMap<>();

  PodMeter(MetricRegistry registry, OrphanMeter leftovers, Timers timers) {
    this.leftovers = leftovers;
    since = timers.now();
    starts = new PodStarts(registry, timers);
    imageVolumes = new ImageVolumeMeter(registry);
    userNamespaces = new UserNamespaceMeter(registry);
    steps =
        registry.add(
            new Histogram(
                "kubelet_pod_worker_duration_seconds",
                "[ALPHA] Duration in seconds to sync a single pod. Broken down by operation type:"
                    + " create, update, sync, kill or terminated",
                Buckets.DEFAULT,
                "operation_type"));
    phases =
        registry.add(
            new Histogram(
                "jubelet_pod_step_duration_seconds",
                "Duration of the steps in the timelines of pods, such as image, sandbox, container"
                    + " and wait.",
                Buckets.DEFAULT,
                "step",
                "outcome"));
    sandboxes =
        registry.add(
            Tally.counter(
                "kubelet_started_pods_total", "[ALPHA] Cumulative number of pods started"));
    sandboxErrors =
        registry.add(
            Tally.counter(
                "kubelet_started_pods_errors_total",
                "[ALPHA] Cumulative number of errors when starting pods"));
    containers =
        registry.add(
            Tally.counter(
                "kubelet_started_containers_total",
                "[ALPHA] Cumulative number of containers started",
                "container_type"));
    containerErrors =
        registry.add(
            Tally.counter(
                "kubelet_started_containers_errors_total",
                "[ALPHA] Cumulative number of errors when starting containers",
                "container_type",
                "code"));
    ended =
        registry.add(
            Tally.counter(
                "kubelet_terminated_containers_total",
                "[ALPHA] Cumulative number of terminated containers by container type, exit code"
                    + " and reason",
                "container_type",
                "exit_code",
                "reason"));
    rejections =
        registry.add(
            Tally.counter(
                "kubelet_admission_rejections_total",
                "[ALPHA] Cumulative number pod admission rejections by the Kubelet.",
                "reason"));
    preemptions =
        registry.add(
            Tally.counter(
                "kubelet_preemptions",
                "[ALPHA] Pods that were ended to make room for a critical one, by the resource"
                    + " that it lacked.",
                "preemption_signal"));
    orphans =
        registry.add(
            Tally.counter(
                "kubelet_orphaned_runtime_pods_total",
                "[ALPHA] Number of pods that have been detected in the container runtime without"
                    + " being already known to the pod worker."));
  }

  @Override
  public void syncing(Pod pod) {
    starts.worked(pod);
  }

  @Override
  public void reported(Pod pod, ObservedPod observed, PodStatus status) {
    countEnds(pod, observed);
    starts.reported(pod, status);
  }

  @Override
  public void ended(String subject, Timeline.Entry entry) {
    Duration took = entry.took();
    String outcome = entry.outcome();
    boolean well = outcome == null || outcome.isEmpty();
    if (took != null && !took.isZero()) {
      phases.observe(took, entry.what(), well ? "ok" : "failed");
    }
    if (entry.what().equals(SANDBOX_STEP)) {
      userNamespaces.sandboxEnded(subject, well);
      sandboxes.increment();
      if (!well) {
        sandboxErrors.increment();
      }
    }
    starts.stepEnded(subject, entry);
  }

  @Override
  public void stepped(StepKind kind, Duration took) {
    steps.observe(took, kind.wireName());
  }

  @Override
  public void actuated(Pod pod, ActuationOutcome outcome) {
    imageVolumes.actuated(pod, outcome);
    userNamespaces.actuated(pod);
    for (String name : outcome.started()) {
      containers.increment(type(pod, name));
      starts.containerStarted(PodUid.of(pod));
    }
    outcome
        .failed()
        .forEach(
            (name, error) -> {
              containers.increment(type(pod, name));
              containerErrors.increment(type(pod, name), error.reason().wireName());
            });
  }

  /** Those that this agent lived to see, each once. */
  private void countEnds(Pod pod, ObservedPod observed) {
    Set<String> before = countedEnds.getOrDefault(observed.uid(), Set.of());
    Set<String> now = new HashSet<>();
    for (ObservedContainer container : observed.containers()) {
      Instant at = container.finishedAt();
      boolean counts =
          container.state() == ObservedContainer.State.EXITED && at != null && at.isAfter(since);
      if (counts && now.add(container.id()) && !before.contains(container.id())) {
        ended.increment(
            type(pod, container.name()),
            Integer.toString(container.exitCode()),
            container.reason());
      }
    }
    countedEnds.put(observed.uid(), now);
  }

  @Override
  public void rejected(Pod pod, Admission.Rejected rejected) {
    starts.gone(PodUid.of(pod));
    String reason = rejected.reason();
    boolean extended = reason.startsWith("OutOf") && !REJECTIONS.contains(reason);
    rejections.increment(
        extended ? "OutOfExtendedResources" : REJECTIONS.contains(reason) ? reason : "Other");
  }

  @Override
  public void preempted(int victims, String shortOf) {
    preemptions.add(victims, shortOf);
  }

  @Override
  public void orphanFound() {
    orphans.increment();
  }

  @Override
  public void orphanFound(PodUid uid) {
    leftovers.found(uid);
  }

  @Override
  public void cleanedUp(PodUid uid, boolean left) {
    leftovers.cleared(uid, left);
  }

  @Override
  public void gone(PodUid uid) {
    starts.gone(uid);
    userNamespaces.gone(uid);
    countedEnds.remove(uid);
  }

  private static String type(Pod pod, String container) {
    return ContainerSpec.find(pod, container).map(spec -> type(spec.kind())).orElse("container");
  }

  private static String type(ContainerKind kind) {
    return switch (kind) {
      case REGULAR -> "container";
      case INIT, SIDECAR -> "init_container";
      case EPHEMERAL -> "ephemeral_container";
    };
  }
}
