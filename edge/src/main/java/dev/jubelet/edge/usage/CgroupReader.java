package dev.jubelet.edge.usage;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
   * @param before an earlier reading of all of it; what cannot have changed since is taken from
   *     there instead of being read again
   */
  Optional<CgroupUsage> usage(
      String cgroup, CgroupUsage.Depth depth, boolean hasQuota, @Nullable CgroupUsage before);

  CgroupLimits limits(String cgroup);

  /** The names of the cgroups right below. */
  List<String> children(String cgroup);

  /** The processes in the cgroup itself. */
  List<Long> processes(String cgroup);

  /** What those processes hold open; costs a call of the kernel for each descriptor. */
  HeldFiles held(String cgroup);

  /** Lets go of what was held open for reading; whatever is read next opens it again. */
  void release();
}
