package dev.jubelet.pod.model;

import dev.jubelet.pod.model.PodAction.CreateSandbox;
import dev.jubelet.pod.model.PodAction.KillContainer;
import dev.jubelet.pod.model.PodAction.KillPod;
import dev.jubelet.pod.model.PodAction.RemoveContainer;
import dev.jubelet.pod.model.PodAction.StartContainer;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /**
   * The IDs of the containers that this plan stops in order to start them again: of one whose
   * successor is to be started, or of all when a new sandbox takes the place of theirs.
   */
  public Set<String> replaces(ObservedPod observed) {
    boolean newSandbox = actions.stream().anyMatch(CreateSandbox.class::isInstance);
    Set<String> startedAgain = new HashSet<>();
    actions.stream()
        .filter(StartContainer.class::isInstance)
        .forEach(start -> startedAgain.add(((StartContainer) start).containerName()));
    waits.forEach(wait -> startedAgain.add(wait.containerName()));
    Set<String> ids = new HashSet<>();
    for (PodAction action : actions) {
      switch (action) {
        case KillPod all when newSandbox ->
            observed.containers().stream()
                .filter(c -> c.state() != ObservedContainer.State.EXITED)
                .forEach(c -> ids.add(c.id()));
        case KillContainer one when startedAgain.contains(one.containerName()) ->
            ids.add(one.containerId());
        case KillPod all -> {}
        case KillContainer one -> {}
        case RemoveContainer other -> {}
        case CreateSandbox other -> {}
        case StartContainer other -> {}
      }
    }
    return ids;
  }

  /** When the first wait ends. */
  public Optional<Instant> nextAt() {
    return waits.stream().map(Waiting::until).min(Instant::compareTo);
  }
}
