package dev.jubelet.server.stats;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.QosClass;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.nio.file.Path;
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
public final class RunningPodSubjects implements Subjects {
  private final Machine machine;
  private final KnownPods pods;
  private final PodPlaces places;

  /** A pod that is wanted, as it was last read from the runtime. */
  public record ObservedSpec(Pod pod, ObservedPod observed) {}

  /** The pods of this node; answered from memory. */
  public interface KnownPods {
    List<ObservedSpec> all();

    Optional<ObservedSpec> find(PodUid uid);

    /** When the pod was accepted, if its status tells. */
    Optional<Instant> startTime(PodUid uid);
  }

  /** Where the things of a pod are. */
  public interface PodPlaces {
    /** The path of its cgroup from the root of the hierarchy. */
    String cgroup(PodUid uid, QosClass qos);

    Path directory(PodUid uid);

    Path logs(Pod pod);

    /** The name of a volume's directory. */
    String volume(PodUid uid, String name);
  }

  public RunningPodSubjects(Machine machine, KnownPods pods, PodPlaces places) {
    this.machine = machine;
    this.pods = pods;
    this.places = places;
  }

  @Override
  public Machine machine() {
    return machine;
  }

  @Override
  public List<PodSubject> pods() {
    return pods.all().stream().flatMap(pod -> subject(pod).stream()).toList();
  }

  /** One pod, if something of it runs. */
  public Optional<PodSubject> pod(PodUid uid) {
    return pods.find(uid).flatMap(this::subject);
  }

  private Optional<PodSubject> subject(ObservedSpec known) {
    return known
        .observed()
        .readySandbox()
        .map(sandbox -> subject(known.pod(), known.observed(), sandbox));
  }

  private PodSubject subject(Pod pod, ObservedPod observed, ObservedSandbox sandbox) {
    PodUid uid = PodUid.of(pod);
    PodKey key = PodKey.of(pod);
    return new PodSubject(
        key.namespace(),
        key.name(),
        uid.value(),
        pods.startTime(uid).orElse(sandbox.createdAt()),
        places.cgroup(uid, QosClass.of(pod)),
        new SandboxSubject(sandbox.id(), sandbox.createdAt()),
        containers(observed),
        places.directory(uid),
        places.logs(pod),
        Containers.orEmpty(pod.getSpec().getVolumes()).stream()
            .map(volume -> volume(pod, volume))
            .toList());
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
        places.volume(PodUid.of(pod), volume.getName()),
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
