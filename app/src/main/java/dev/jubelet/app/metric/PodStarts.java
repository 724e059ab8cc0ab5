package dev.jubelet.app.metric;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How long pods take from being seen to running. Only starts that this agent made count; pods that
 * ran when it came up do not.
 *
 * <p>Thread: any; for one pod one at a time. Owns: how far each pod is.
 */
final class PodStarts {
  private static final List<Double> BOUNDS =
      List.of(
          0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 20.0, 30.0, 45.0, 60.0, 120.0, 180.0, 240.0,
          300.0, 360.0, 480.0, 600.0, 900.0, 1200.0, 1800.0, 2700.0, 3600.0);

  private final Timers timers;
  private final Histogram workerStarts;
  private final Histogram containerCounts;
  private final Histogram starts;
  private final Histogram slis;
  private final Histogram totals;
  private final Map<PodUid, Progress> pods = new ConcurrentHashMap<>();
  private volatile @Nullable Duration firstOnNetwork;

  /** How far a pod is. */
  private static final class Progress {
    private final Instant seen;
    private volatile Duration pulling = Duration.ZERO;
    private volatile boolean worked;
    private volatile boolean started;
    private volatile boolean ran;

    Progress(Instant seen) {
      this.seen = seen;
    }
  }

  PodStarts(MetricRegistry registry, Timers timers) {
    this.timers = timers;
    workerStarts =
        registry.add(
            new Histogram(
                "kubelet_pod_worker_start_duration_seconds",
                "[ALPHA] Duration in seconds from kubelet seeing a pod to starting a worker.",
                Buckets.DEFAULT));
    containerCounts =
        registry.add(
            new Histogram(
                "kubelet_containers_per_pod_count",
                "[ALPHA] The number of containers per pod.",
                Buckets.exponential(1, 2, 5)));
    starts =
        registry.add(
            new Histogram(
                "kubelet_pod_start_duration_seconds",
                "[ALPHA] Duration in seconds from kubelet seeing a pod for the first time to the"
                    + " pod starting to run",
                BOUNDS));
    slis =
        registry.add(
            new Histogram(
                "kubelet_pod_start_sli_duration_seconds",
                "[ALPHA] Duration in seconds to start a pod, excluding time to pull images and run"
                    + " init containers",
                BOUNDS));
    totals =
        registry.add(
            new Histogram(
                "kubelet_pod_start_total_duration_seconds",
                "[ALPHA] Duration in seconds to start a pod since creation, including time to pull"
                    + " images and run init containers",
                BOUNDS));
    registry.add(
        new Collected(
            "kubelet_first_network_pod_start_sli_duration_seconds",
            Kind.GAUGE,
            "[INTERNAL] Duration in seconds to start the first network pod, excluding time to pull"
                + " images and run init containers",
            List.of(),
            sink -> {
              Duration first = firstOnNetwork;
              if (first != null) {
                sink.sample(first.toMillis() / 1000.0);
              }
            }));
  }

  void stepEnded(String subject, Timeline.Entry entry) {
    switch (entry.what()) {
      case "seen" -> pods.put(new PodUid(subject), new Progress(entry.start()));
      case "image" -> {
        Progress progress = pods.get(new PodUid(subject));
        Duration took = entry.took();
        if (progress != null && took != null) {
          progress.pulling = progress.pulling.plus(took);
        }
      }
      default -> {}
    }
  }

  /** A worker looks at this pod. */
  void worked(Pod pod) {
    Progress progress = pods.get(PodUid.of(pod));
    if (progress != null && !progress.worked) {
      progress.worked = true;
      workerStarts.observe(Duration.between(progress.seen, timers.now()));
      containerCounts.observe(pod.getSpec().getContainers().size());
    }
  }

  void containerStarted(PodUid uid) {
    Progress progress = pods.get(uid);
    if (progress != null) {
      progress.started = true;
    }
  }

  /** The status of the pod was told. */
  void reported(Pod pod, PodStatus status) {
    Progress progress = pods.get(PodUid.of(pod));
    if (progress == null || progress.ran || !"Running".equals(status.getPhase())) {
      return;
    }
    progress.ran = true;
    if (progress.started) {
      running(pod, status, progress);
    }
  }

  private void running(Pod pod, PodStatus status, Progress progress) {
    Duration took = Duration.between(progress.seen, timers.now());
    starts.observe(took);
    totals.observe(took);
    if (!isStateless(pod)) {
      return;
    }
    Duration net = took.minus(progress.pulling).minus(initTime(status));
    Duration sli = net.isNegative() ? Duration.ZERO : net;
    slis.observe(sli);
    if (firstOnNetwork == null && !Boolean.TRUE.equals(pod.getSpec().getHostNetwork())) {
      firstOnNetwork = sli;
    }
  }

  /** Volumes that outlive the pod may take any time to come. */
  private static boolean isStateless(Pod pod) {
    return Containers.orEmpty(pod.getSpec().getVolumes()).stream().allMatch(PodStarts::isLocal);
  }

  private static boolean isLocal(Volume volume) {
    return volume.getEmptyDir() != null
        || volume.getConfigMap() != null
        || volume.getSecret() != null
        || volume.getProjected() != null
        || volume.getDownwardAPI() != null;
  }

  private static Duration initTime(PodStatus status) {
    Duration all = Duration.ZERO;
    for (ContainerStatus one : Containers.orEmpty(status.getInitContainerStatuses())) {
      ContainerStateTerminated end = one.getState() == null ? null : one.getState().getTerminated();
      if (end != null && end.getStartedAt() != null && end.getFinishedAt() != null) {
        all =
            all.plus(
                Duration.between(
                    Instant.parse(end.getStartedAt()), Instant.parse(end.getFinishedAt())));
      }
    }
    return all;
  }

  void gone(PodUid uid) {
    pods.remove(uid);
  }
}
