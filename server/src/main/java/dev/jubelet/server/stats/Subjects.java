package dev.jubelet.server.stats;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What there is to measure; supplied by the assembly and answered from memory. */
public interface Subjects {

  Machine machine();

  /** The pods that have something running now. */
  List<PodSubject> pods();

  /**
   * The node.
   *
   * @param systemCgroups the cgroups with a name of their own, such as {@code kubelet}
   * @param podCgroups the cgroups above those of the pods, the one of all pods first
   */
  record Machine(
      String nodeName,
      Path rootDirectory,
      long memoryBytes,
      long swapBytes,
      Map<String, String> systemCgroups,
      List<String> podCgroups) {}

  /**
   * A pod.
   *
   * @param cgroup its path from the root of the hierarchy
   * @param directory what the agent keeps for it
   * @param logs the directory of its logs
   */
  record PodSubject(
      String namespace,
      String name,
      String uid,
      Instant startedAt,
      String cgroup,
      @Nullable SandboxSubject sandbox,
      List<ContainerSubject> containers,
      Path directory,
      Path logs,
      List<VolumeSubject> volumes) {}

  /** The sandbox that is ready. */
  record SandboxSubject(String id, Instant createdAt) {}

  /** A container that runs. */
  record ContainerSubject(String name, String id, String image, Instant startedAt) {}

  /**
   * A volume of the spec.
   *
   * @param claim the name of its PersistentVolumeClaim, if it has one
   * @param directory the name of its directory, where it has one
   * @param ephemeral whether it counts as ephemeral storage of the node
   */
  record VolumeSubject(String name, String directory, @Nullable String claim, boolean ephemeral) {}
}
