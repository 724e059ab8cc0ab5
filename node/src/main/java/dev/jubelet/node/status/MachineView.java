package dev.jubelet.node.status;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/**
 * The machine: what it has, what of it pods may use, and what it is.
 *
 * @param capacity all resources that the agent speaks for, those of device plugins included
 * @param allocatable what pods may use of each
 */
public record MachineView(
    Map<String, Quantity> capacity, Map<String, Quantity> allocatable, MachineFacts facts) {

  public MachineView {
    capacity = Map.copyOf(capacity);
    allocatable = Map.copyOf(allocatable);
  }
}
