package dev.jubelet.node.status;

import dev.jubelet.node.address.AddressOutcome;
import dev.jubelet.node.condition.NodeHealth;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that a node's status is made of, at one moment.
 *
 * @param volumesInUse names of attachable volumes; empty until that is known after a start, and
 *     what the Node object says stays
 */
public record NodeObservation(
    Instant now,
    AddressOutcome addresses,
    MachineView machine,
    RuntimeTraits runtime,
    NodeHealth health,
    List<NodeImage> images,
    Optional<List<String>> volumesInUse) {

  public NodeObservation {
    images = List.copyOf(images);
  }
}
