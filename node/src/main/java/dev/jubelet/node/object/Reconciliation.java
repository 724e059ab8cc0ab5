package dev.jubelet.node.object;

import dev.jubelet.node.status.NodeResourceRules;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of an existing Node object is brought in line when the node registers again: who attaches
 * volumes, the well-known labels, huge pages and, on a machine that was made anew, extended
 * resources. Taints, other labels and the spec belong to the cluster by now. Pure.
 */
public final class Reconciliation {

  private Reconciliation() {}

  /**
   * Leaves both objects as they are; without differences the result equals {@code existing}.
   *
   * @param forgetExtended whether nobody on this machine advertised an extended resource yet
   */
  public static Node of(Node existing, Node initial, boolean forgetExtended) {
    ObjectMeta from = existing.getMetadata();
    ObjectMeta metadata =
        NodeCopies.of(
            from,
            NodeLabels.reconciled(from.getLabels(), initial.getMetadata().getLabels()),
            NodeAnnotations.reconciled(
                from.getAnnotations(), initial.getMetadata().getAnnotations()));
    return NodeCopies.of(existing, metadata, status(existing, initial.getStatus(), forgetExtended));
  }

  private static NodeStatus status(Node existing, NodeStatus initial, boolean forgetExtended) {
    NodeStatus status = NodeCopies.of(NodeCopies.status(existing));
    Map<String, Quantity> capacity = resources(status.getCapacity(), initial.getCapacity());
    Map<String, Quantity> allocatable =
        resources(status.getAllocatable(), initial.getAllocatable());
    Set<String> extended = new TreeSet<>(capacity.keySet());
    extended.removeIf(name -> !forgetExtended || !NodeResourceRules.isExtended(name));
    status.setCapacity(NodeResourceRules.withoutExtended(capacity, extended));
    status.setAllocatable(NodeResourceRules.withoutExtended(allocatable, extended));
    return status;
  }

  /** A node without any resource takes those of the initial one. */
  private static Map<String, Quantity> resources(
      Map<String, Quantity> existing, Map<String, Quantity> initial) {
    return existing.isEmpty() ? initial : NodeResourceRules.withHugePages(existing, initial);
  }
}
