package dev.jubelet.volume;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.Quantities;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Which medium an empty volume is of, and how large it may grow. Pure. */
final class MediumRules {
  private static final String HUGE_PAGES = "HugePages";
  private static final String HUGE_PAGES_OF = HUGE_PAGES + "-";

  private MediumRules() {}

  static Medium of(
      Pod pod, @Nullable EmptyDirVolumeSource source, Map<String, Quantity> allocatable) {
    String medium = source == null || source.getMedium() == null ? "" : source.getMedium();
    if (medium.isEmpty()) {
      return new Medium.Disk();
    }
    if (medium.equals("Memory")) {
      return memory(pod, source == null ? null : source.getSizeLimit(), allocatable);
    }
    if (medium.equals(HUGE_PAGES) || medium.startsWith(HUGE_PAGES_OF)) {
      return hugePages(pod, medium);
    }
    throw new VolumeException("unknown storage medium \"" + medium + "\"");
  }

  /** The least of what the node has for pods, what the pod may use, and the volume's own limit. */
  static Medium memory(Pod pod, @Nullable Quantity sizeLimit, Map<String, Quantity> allocatable) {
    long own = sizeLimit == null ? 0 : Quantities.whole(Quantities.amount(sizeLimit));
    long least =
        LongStream.of(Amounts.of(allocatable).memoryBytes(), podLimit(pod), own)
            .filter(bytes -> bytes > 0)
            .min()
            .orElse(0);
    return new Medium.Memory(least);
  }

  /** Only a pod in which nobody is without a limit has one. */
  private static long podLimit(Pod pod) {
    boolean limited =
        PodDemand.podLevelLimits(pod).isPositive(Amounts.MEMORY)
            || Containers.all(pod).stream()
                .allMatch(container -> PodDemand.limits(container).isPositive(Amounts.MEMORY));
    return limited ? PodDemand.limitsWithoutOverhead(pod).memoryBytes() : 0;
  }

  private static Medium hugePages(Pod pod, String medium) {
    SortedMap<BigDecimal, String> requested = requestedSizes(pod);
    if (medium.equals(HUGE_PAGES) && requested.size() > 1) {
      throw new VolumeException(
          "medium: %s can't be used if container requests multiple huge page sizes"
              .formatted(medium));
    }
    String found =
        medium.equals(HUGE_PAGES)
            ? requested.values().stream().findFirst().orElse(null)
            : requested.get(bytes(medium.substring(HUGE_PAGES_OF.length()), medium));
    if (found == null) {
      throw new VolumeException(
          "medium %s: hugePages storage requested, but there is no resource request for huge pages"
              .formatted(medium));
    }
    return new Medium.HugePages(found);
  }

  /** The sizes of the huge pages that some container requests, or the pod as a whole. */
  private static SortedMap<BigDecimal, String> requestedSizes(Pod pod) {
    Amounts requests = PodDemand.podLevelRequests(pod);
    for (var container : Containers.all(pod)) {
      requests = requests.max(PodDemand.requests(container));
    }
    SortedMap<BigDecimal, String> sizes = new TreeMap<>();
    for (String name : requests.names()) {
      if (name.startsWith(Amounts.HUGE_PAGES_PREFIX)) {
        String size = name.substring(Amounts.HUGE_PAGES_PREFIX.length());
        sizes.put(bytes(size, name), size);
      }
    }
    return sizes;
  }

  private static BigDecimal bytes(String size, String of) {
    try {
      return new Quantity(size).getNumericalAmount().stripTrailingZeros();
    } catch (IllegalArgumentException e) {
      throw new VolumeException("\"" + of + "\" does not name a size of huge pages", e);
    }
  }
}
