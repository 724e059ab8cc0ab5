package dev.jubelet.app.view;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.source.StandingProblem;
import dev.jubelet.server.AgentView.Problem;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All that is wrong now, read from what the parts of the agent know; nothing is remembered here, so
 * that what was mended is not in it.
 *
 * <p>Thread: any.
 */
public final class ProblemReport {
  /** Below this the disk counts as almost full, as with upstream's default of nodefs.available. */
  private static final double LEAST_BYTES = 0.10;

  /** As upstream's default of nodefs.inodesFree. */
  private static final double LEAST_INODES = 0.05;

  private final PodPathAssembly path;
  private final PresentPods pods;
  private final Supplier<Optional<Problem>> apiServer;
  private final Supplier<List<Problem>> images;
  private final String runtimeEndpoint;
  private final Path root;
  private final PressureReport pressure;

  /**
   * @param apiServer why the API server cannot be used now
   * @param images which image archives could not be imported
   * @param root a directory on the disk that pods fill
   */
  public ProblemReport(
      PodPathAssembly path,
      PresentPods pods,
      Supplier<Optional<Problem>> apiServer,
      Supplier<List<Problem>> images,
      String runtimeEndpoint,
      Path root,
      PressureReport pressure) {
    this.path = path;
    this.pods = pods;
    this.apiServer = apiServer;
    this.images = images;
    this.runtimeEndpoint = runtimeEndpoint;
    this.root = root;
    this.pressure = pressure;
  }

  /** The parts of the machine first, then manifests, then pods. */
  public List<Problem> list() {
    List<Problem> problems = new ArrayList<>();
    path.health
        .problems()
        .runtime()
        .ifPresent(
            why ->
                problems.add(
                    machine("runtime", runtimeEndpoint, why, "start or repair the runtime")));
    path.health
        .problems()
        .network()
        .ifPresent(
            why ->
                problems.add(
                    machine("network", runtimeEndpoint, why, "check the CNI configuration")));
    apiServer.get().ifPresent(problems::add);
    problems.addAll(pressure.problems());
    Filesystem.of(root).flatMap(disk -> disk(root, disk)).ifPresent(problems::add);
    problems.addAll(images.get());
    path.sourceProblems.get().forEach(problem -> problems.add(manifest(problem)));
    for (Pod pod : pods.all()) {
      problems.addAll(
          new PodProblems(pod).list(path.timeline.history(PodUid.of(pod).value()).entries()));
    }
    return problems;
  }

  /** What the node is short of. */
  PressureReport pressure() {
    return pressure;
  }

  private static Problem machine(String kind, String source, String reason, String advice) {
    return new Problem(kind, source, reason, advice, null);
  }

  static Problem manifest(StandingProblem problem) {
    boolean grave = problem.grave();
    return new Problem(
        grave ? "manifest" : "manifest warning",
        problem.place(),
        problem.message(),
        grave
            ? "correct it; it is read again when it changes"
            : "correct it, or ignore the warning",
        problem.since());
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
}
