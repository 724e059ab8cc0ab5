package dev.jubelet.edge.usage;

import java.util.List;
import java.util.Optional;

/**
 * Reads cgroups, named by their path from the root, such as {@code /kubepods/burstable}; the root
 * is {@code /}.
 *
 * <p>Thread: one at a time. The files are the kernel's own and do not block.
 */
public interface CgroupReader {

  /**
   * Empty when there is no such cgroup.
   *
   * @param hasQuota whether to look at what its quota has done
   */
  Optional<CgroupUsage> usage(String cgroup, CgroupUsage.Depth depth, boolean hasQuota);

  CgroupLimits limits(String cgroup);

  /** The names of the cgroups right below. */
  List<String> children(String cgroup);

  /** The processes in the cgroup itself. */
  List<Long> processes(String cgroup);
}
