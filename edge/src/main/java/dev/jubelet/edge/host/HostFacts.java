package dev.jubelet.edge.host;

import java.util.List;

/** What the agent must know about its machine before it starts anything. */
public record HostFacts(
    String hostname,
    String bootId,
    String kernelRelease,
    CgroupVersion cgroups,
    long memoryBytes,
    int onlineCpus,
    List<SwapArea> swap) {

  public HostFacts {
    swap = List.copyOf(swap);
  }

  /** Which cgroup hierarchy the machine runs on; V2 only when it is the unified one. */
  public enum CgroupVersion {
    NONE,
    V1,
    V2
  }

  /** A file or partition that the kernel swaps to. */
  public record SwapArea(String file, String type, long sizeBytes) {}
}
