package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.pod.translate.PodPaths;
import dev.jubelet.pod.worker.PodWorkers.Working;
import dev.jubelet.server.stats.RunningPodSubjects.KnownPods;
import dev.jubelet.server.stats.RunningPodSubjects.ObservedSpec;
import dev.jubelet.server.stats.RunningPodSubjects.PodPlaces;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The pods to be measured, and where their things are.
 *
 * <p>Thread: any.
 */
public record PodSubjectsAdapter(PodPathAssembly path, PodPaths paths)
    implements KnownPods, PodPlaces {

  @Override
  public List<ObservedSpec> all() {
    return path.workers.all().stream().flatMap(PodSubjectsAdapter::observed).toList();
  }

  @Override
  public Optional<ObservedSpec> find(PodUid uid) {
    return path.workers.find(uid).stream().flatMap(PodSubjectsAdapter::observed).findFirst();
  }

  private static Stream<ObservedSpec> observed(Working working) {
    Pod pod = working.wanted();
    ObservedPod observed = working.observed();
    return pod == null || observed == null
        ? Stream.empty()
        : Stream.of(new ObservedSpec(pod, observed));
  }

  @Override
  public Optional<Instant> startTime(PodUid uid) {
    return path.statuses.find(uid).map(PodStatus::getStartTime).map(Instant::parse);
  }

  @Override
  public String cgroup(PodUid uid, QosClass qos) {
    return path.cgroupNames.parentFor(uid, qos);
  }

  @Override
  public Path directory(PodUid uid) {
    return paths.podDirectory(uid);
  }

  @Override
  public Path logs(Pod pod) {
    return path.logPaths.podDirectory(pod);
  }

  @Override
  public String volume(PodUid uid, String name) {
    return path.volumes.directoryName(uid, name);
  }
}
