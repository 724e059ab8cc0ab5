package dev.jubelet.node.status;

import dev.jubelet.node.address.AddressOutcome;
import dev.jubelet.node.condition.NodeConditionRules;
import io.fabric8.kubernetes.api.model.DaemonEndpoint;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeDaemonEndpoints;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The status of a Node object: what is ours made anew, what others write there (attached volumes,
 * their own conditions and resources, the phase) kept. Pure.
 */
public final class NodeStatusBuilder {
  private final NodeTraits traits;

  public NodeStatusBuilder(NodeTraits traits) {
    this.traits = traits;
  }

  public NodeTraits traits() {
    return traits;
  }

  /** {@code existing} is left as it is. */
  public NodeStatus build(NodeStatus existing, NodeObservation observed) {
    NodeStatus status = new NodeStatus();
    status.setPhase(existing.getPhase());
    status.setConfig(existing.getConfig());
    status.setVolumesAttached(existing.getVolumesAttached());
    status.setAddresses(addresses(existing.getAddresses(), observed.addresses()));
    status.setDaemonEndpoints(new NodeDaemonEndpoints(new DaemonEndpoint(traits.port())));
    status.setNodeInfo(SystemInfoRules.of(traits, observed.machine().facts(), observed.runtime()));
    status.setImages(NodeImageRules.told(observed.images(), traits.maxImages()));
    status.setRuntimeHandlers(HandlerRules.handlers(observed.runtime()));
    status.setFeatures(HandlerRules.features(observed.runtime()));
    status.setDeclaredFeatures(traits.declaredFeatures());
    status.setVolumesInUse(volumesInUse(existing.getVolumesInUse(), observed));
    setResources(status, existing, observed.machine());
    status.setConditions(
        NodeConditionRules.update(
            existing.getConditions(),
            observed.health(),
            status.getCapacity().keySet(),
            observed.now()));
    return status;
  }

  private static void setResources(NodeStatus status, NodeStatus existing, MachineView machine) {
    Map<String, Quantity> capacity =
        NodeResourceRules.capacity(existing.getCapacity(), machine.capacity());
    status.setCapacity(capacity);
    status.setAllocatable(
        NodeResourceRules.allocatable(existing.getAllocatable(), capacity, machine.allocatable()));
  }

  private static List<NodeAddress> addresses(List<NodeAddress> existing, AddressOutcome outcome) {
    return switch (outcome) {
      case AddressOutcome.Found(var found, var yielding) ->
          yielding && !existing.isEmpty() ? existing : found;
      case AddressOutcome.Unknown(var problem) -> existing;
    };
  }

  private static List<String> volumesInUse(List<String> existing, NodeObservation observed) {
    return observed.volumesInUse().map(names -> List.copyOf(new TreeSet<>(names))).orElse(existing);
  }
}
