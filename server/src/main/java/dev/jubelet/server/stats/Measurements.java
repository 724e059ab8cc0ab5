package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.HeldFiles;
import dev.jubelet.edge.usage.NetworkCounters.Link;
import dev.jubelet.server.stats.Subjects.ContainerSubject;
import dev.jubelet.server.stats.Subjects.PodSubject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One look at everything.
 *
 * @param root the whole machine
 * @param system the cgroups with names
 * @param parents the cgroups above those of the pods
 * @param network the machine's own interfaces
 */
record Measurements(
    Instant at,
    CgroupUsage.Depth depth,
    @Nullable Measured root,
    Map<String, Measured> system,
    List<Measured> parents,
    List<MeasuredPod> pods,
    List<Link> network) {

  /**
   * One cgroup.
   *
   * @param nanoCores null when there was no reading before
   * @param held null when it was not asked for
   */
  record Measured(
      String cgroup,
      CgroupUsage usage,
      CgroupLimits limits,
      @Nullable Long nanoCores,
      @Nullable HeldFiles held) {}

  /**
   * A pod; what is null has no cgroup that could be found.
   *
   * @param sandbox its cgroup; the little that it uses is not told by itself
   */
  record MeasuredPod(
      PodSubject subject,
      @Nullable Measured pod,
      @Nullable String sandbox,
      List<MeasuredContainer> containers,
      List<Link> network) {}

  /** A container; null when it has no cgroup that could be found. */
  record MeasuredContainer(ContainerSubject subject, @Nullable Measured measured) {}
}
