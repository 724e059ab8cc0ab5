package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.pod.translate.PodPaths;
import dev.jubelet.pod.worker.PodWorkers.Working;
import dev.jubelet.server.stats.Subjects;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pods and containers to be measured: those of which something runs.
 *
 * <p>Thread: any.
 */
public final class StatsJoin implements Subjects {
  private final PodPathAssembly path;
  private final PodPaths paths;
  private final Machine machine;

  public StatsJoin(PodPathAssembly path, Machine machine) {
    this.path = path;
    this.paths = new PodPaths(machine.rootDirectory());
    this.machine = machine;
  }

  @Override
  public Machine machine() {
    return machine;
  }

  @Override
  public List<PodSubject> pods() {
    return path.workers.all().stream().map(this::subject).flatMap(Optional::stream).toList();
  }

  /** One pod, if something of it runs. */
  Optional<PodSubject> pod(PodUid uid) {
    return path.workers.find(uid).flatMap(this::subject);
  }

  private Optional<PodSubject> subject(Working working) {
    Pod pod = working.wanted();
    ObservedPod observed = working.observed();
    return pod != null && observed != null && observed.readySandbox().isPresent()
        ? Optional.of(subject(pod, observed))
        : Optional.empty();
  }

  private PodSubject subject(Pod pod, ObservedPod observed) {
    PodUid uid = PodUid.of(pod);
    PodKey key = PodKey.of(pod);
    ObservedSandbox sandbox = observed.readySandbox().orElseThrow();
    return new PodSubject(
        key.namespace(),
        key.name(),
        uid.value(),
        startTime(pod, sandbox),
        path.cgroupNames.parentFor(uid, QosClass.of(pod)),
        new SandboxSubject(sandbox.id(), sandbox.createdAt()),
        containers(observed),
        paths.podDirectory(uid),
        path.logPaths.podDirectory(pod),
        Containers.orEmpty(pod.getSpec().getVolumes()).stream()
            .map(volume -> volume(pod, volume))
            .toList());
  }

  private Instant startTime(Pod pod, ObservedSandbox sandbox) {
    return path.statuses
        .find(PodUid.of(pod))
        .map(status -> status.getStartTime())
        .map(Instant::parse)
        .orElse(sandbox.createdAt());
  }

  /** The newest instance of each that runs. */
  private static List<ContainerSubject> containers(ObservedPod observed) {
    List<ContainerSubject> running = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ObservedContainer container : observed.containers()) {
      if (container.isRunning() && names.add(container.name())) {
        running.add(
            new ContainerSubject(
                container.name(),
                container.id(),
                container.image(),
                Objects.requireNonNullElse(container.startedAt(), container.createdAt())));
      }
    }
    return running;
  }

  private VolumeSubject volume(Pod pod, Volume volume) {
    boolean onDisk = volume.getEmptyDir() != null && isBlank(volume.getEmptyDir().getMedium());
    return new VolumeSubject(
        volume.getName(),
        path.volumes.directoryName(PodUid.of(pod), volume.getName()),
        claim(pod, volume),
        onDisk || volume.getConfigMap() != null || volume.getGitRepo() != null);
  }

  private static @Nullable String claim(Pod pod, Volume volume) {
    if (volume.getEphemeral() != null) {
      return pod.getMetadata().getName() + "-" + volume.getName();
    }
    return volume.getPersistentVolumeClaim() == null
        ? null
        : volume.getPersistentVolumeClaim().getClaimName();
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
