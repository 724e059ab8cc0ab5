package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What to do now, and what was put off and until when. An empty plan means that the pod is as it
 * should be. {@code finished} says that once the actions are done nothing runs and nothing will be
 * started again.
 */
public record PodPlan(List<PodAction> actions, List<Waiting> waits, boolean finished) {

  public PodPlan {
    actions = List.copyOf(actions);
    waits = List.copyOf(waits);
  }

  /** A container that will be started, but not yet. */
  public record Waiting(String containerName, StartError why, Instant until) {}

  /** When the first wait ends. */
  public Optional<Instant> nextAt() {
    return waits.stream().map(Waiting::until).min(Instant::compareTo);
  }
}
