package dev.jubelet.node.condition;

import dev.jubelet.pod.model.NodePressure;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How the node feels.
 *
 * @param pressures what it runs short of
 * @param problems what keeps it from running pods, in the order runtime, network, storage, shutdown
 * @param warning a soft requirement that is not met; it shows in the message of Ready only
 * @param requiredResources what must be in the capacity of a node that is ready, in the order in
 *     which missing ones are named
 */
public record NodeHealth(
    Set<NodePressure> pressures,
    List<String> problems,
    Optional<String> warning,
    List<String> requiredResources) {

  public NodeHealth {
    pressures = Set.copyOf(pressures);
    problems = List.copyOf(problems);
    requiredResources = List.copyOf(requiredResources);
  }
}
