package dev.jubelet.server.problem;

import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.AgentView.Problem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is wrong with the runtime, the network, a disk or a manifest, and what to do; pure. */
public final class MachineProblems {
  /** Below this the disk counts as almost full, as with upstream's default of nodefs.available. */
  private static final double LEAST_BYTES = 0.10;

  /** As upstream's default of nodefs.inodesFree. */
  private static final double LEAST_INODES = 0.05;

  private MachineProblems() {}

  public static List<Problem> runtime(String endpoint, Optional<String> reason) {
    return reason.stream()
        .map(why -> machine("runtime", endpoint, why, "start or repair the runtime"))
        .toList();
  }

  public static List<Problem> network(String endpoint, Optional<String> reason) {
    return reason.stream()
        .map(why -> machine("network", endpoint, why, "check the CNI configuration"))
        .toList();
  }

  /** Whether the disk that pods fill is almost full. */
  public static List<Problem> disk(Path root, Optional<Filesystem> disk) {
    return disk.stream().flatMap(found -> disk(root, found).stream()).toList();
  }

  static Optional<Problem> disk(Path root, Filesystem disk) {
    boolean bytes = disk.availableBytes() < disk.capacityBytes() * LEAST_BYTES;
    boolean inodes = disk.inodes() > 0 && disk.inodesFree() < disk.inodes() * LEAST_INODES;
    if (!bytes && !inodes) {
      return Optional.empty();
    }
    String left =
        bytes
            ? "%d MiB of %d MiB are left"
                .formatted(disk.availableBytes() >> 20, disk.capacityBytes() >> 20)
            : "%d of %d inodes are left".formatted(disk.inodesFree(), disk.inodes());
    return Optional.of(
        machine("disk", root.toString(), left, "delete files, images or pods on this disk"));
  }

  /** {@code refused} tells a manifest that is not used from one with a warning. */
  public static Problem manifest(String place, String message, boolean refused, Instant since) {
    return new Problem(
        refused ? "manifest" : "manifest warning",
        place,
        message,
        refused
            ? "correct it; it is read again when it changes"
            : "correct it, or ignore the warning",
        since);
  }

  private static Problem machine(String kind, String source, String reason, String advice) {
    return new Problem(kind, source, reason, advice, null);
  }
}
