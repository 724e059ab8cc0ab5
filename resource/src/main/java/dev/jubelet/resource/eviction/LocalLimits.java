package dev.jubelet.resource.eviction;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.PodDemand;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a pod may use of this machine's disks: of each empty volume, in all, and of each container.
 * Pure.
 */
public final class LocalLimits {
  private final List<LocalLimit> all;

  private LocalLimits(List<LocalLimit> all) {
    this.all = all;
  }

  /** In the order in which they are checked. */
  public static LocalLimits of(Pod pod) {
    return new LocalLimits(
        Stream.of(ofVolumes(pod), ofPod(pod), ofContainers(pod)).flatMap(some -> some).toList());
  }

  private static Stream<LocalLimit> ofVolumes(Pod pod) {
    return Containers.orEmpty(pod.getSpec().getVolumes()).stream()
        .flatMap(
            volume ->
                sizeLimit(volume)
                    .filter(StorageLimit::isPositive)
                    .map(limit -> new LocalLimit.OfVolume(volume.getName(), limit))
                    .stream());
  }

  private static Optional<StorageLimit> sizeLimit(Volume volume) {
    EmptyDirVolumeSource source = volume.getEmptyDir();
    return source == null ? Optional.empty() : limit(source.getSizeLimit());
  }

  /** What the containers may use together, even when some of them have no limit. */
  private static Stream<LocalLimit> ofPod(Pod pod) {
    List<StorageLimit> stated =
        Stream.concat(Containers.regular(pod).stream(), Containers.init(pod).stream())
            .flatMap(container -> limit(container).stream())
            .toList();
    if (stated.isEmpty()) {
      return Stream.empty();
    }
    BigDecimal together = PodDemand.limitsWithoutOverhead(pod).get(Amounts.EPHEMERAL_STORAGE);
    BigDecimal overhead =
        together.signum() == 0
            ? BigDecimal.ZERO
            : PodDemand.overhead(pod).get(Amounts.EPHEMERAL_STORAGE);
    return Stream.of(
        new LocalLimit.OfPod(StorageLimit.like(stated.getFirst(), together.add(overhead))));
  }

  /** Those that run while the pod is at its work. */
  private static Stream<LocalLimit> ofContainers(Pod pod) {
    return Stream.concat(
            Containers.regular(pod).stream(),
            Containers.init(pod).stream().filter(Containers::isSidecar))
        .flatMap(
            container ->
                limit(container)
                    .filter(StorageLimit::isPositive)
                    .map(limit -> new LocalLimit.OfContainer(container.getName(), limit))
                    .stream());
  }

  private static Optional<StorageLimit> limit(Container container) {
    ResourceRequirements resources = container.getResources();
    Map<String, Quantity> limits = resources == null ? null : resources.getLimits();
    return limits == null ? Optional.empty() : limit(limits.get(Amounts.EPHEMERAL_STORAGE));
  }

  private static Optional<StorageLimit> limit(@Nullable Quantity written) {
    return written == null ? Optional.empty() : Optional.of(StorageLimit.of(written));
  }

  /** Whether the pod may use what it likes. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** The volumes that have a limit of their own. */
  public Set<String> volumes() {
    return all.stream()
        .flatMap(
            limit ->
                limit instanceof LocalLimit.OfVolume(String name, StorageLimit _)
                    ? Stream.of(name)
                    : Stream.empty())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether more has to be known than what is in those volumes. */
  public boolean countsEverything() {
    return all.stream().anyMatch(limit -> !(limit instanceof LocalLimit.OfVolume));
  }

  /** Why the pod has to go, if it has to; one reason is enough. */
  Optional<Eviction> exceededBy(LocalUsage usage) {
    return all.stream()
        .filter(limit -> limit.amount().isExceededBy(used(limit, usage)))
        .map(LocalLimit::eviction)
        .findFirst();
  }

  /** How near the pod is to its end: 1 when one of its limits is reached. */
  double fullness(LocalUsage usage) {
    return all.stream()
        .mapToDouble(limit -> limit.amount().fullness(used(limit, usage)))
        .max()
        .orElse(0);
  }

  /** Nobody is ended for what is not known. */
  private static long used(LocalLimit limit, LocalUsage usage) {
    return Objects.requireNonNullElse(limit.used(usage), 0L);
  }
}
