package dev.jubelet.pod.model;

import java.util.List;

/**
 * How to end a pod. Every container's preStop hook begins at once; then the containers of a stage
 * are stopped in parallel, when those of the stage before have ended or the container's grace is
 * used up. At last every sandbox is stopped.
 */
public record TerminationPlan(List<Stage> stages, List<String> sandboxIds) {

  public TerminationPlan {
    stages = List.copyOf(stages);
    sandboxIds = List.copyOf(sandboxIds);
  }

  /** Containers that are stopped together. */
  public record Stage(List<Stop> stops) {
    public Stage {
      stops = List.copyOf(stops);
    }
  }

  /**
   * One container to stop. {@code graceSeconds} counts from the beginning of the pod's end. {@code
   * preStop} says that there is a hook and time to run it.
   */
  public record Stop(
      String containerId,
      String containerName,
      ContainerKind kind,
      long graceSeconds,
      boolean preStop) {}
}
