package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.resource.eviction.pressure.DiskLayout.Part;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a pod uses that a node can run short of.
 *
 * @param figures empty when nothing is known of it
 */
public record PodUsage(Pod pod, Optional<Figures> figures) {

  /**
   * What is known.
   *
   * @param memory the working set of the pod
   * @param processes of all its containers
   * @param volumes of its local volumes
   * @param containers in the order of the spec
   */
  public record Figures(
      long memory, long processes, Files volumes, List<ContainerUsage> containers) {
    public Figures {
      containers = List.copyOf(containers);
    }

    /** Bytes or inodes of these parts. */
    long disk(Set<Part> parts, NodeSignal.Starved starved) {
      Map<Part, Files> all =
          Map.of(
              Part.VOLUMES,
              volumes,
              Part.LOGS,
              sum(containers.stream().map(ContainerUsage::logs).toList()),
              Part.ROOTFS,
              sum(containers.stream().map(ContainerUsage::rootfs).toList()));
      Files used = sum(parts.stream().map(all::get).toList());
      return starved == NodeSignal.Starved.INODES ? used.inodes() : used.bytes();
    }

    private static Files sum(List<Files> parts) {
      long bytes = 0;
      long inodes = 0;
      for (Files part : parts) {
        bytes += part.bytes();
        inodes += part.inodes();
      }
      return new Files(bytes, inodes);
    }
  }

  /** Room on a disk. */
  public record Files(long bytes, long inodes) {
    public static final Files NONE = new Files(0, 0);
  }

  /**
   * A container.
   *
   * @param memory its working set; null when it is not known
   */
  public record ContainerUsage(String name, @Nullable Long memory, Files rootfs, Files logs) {}
}
