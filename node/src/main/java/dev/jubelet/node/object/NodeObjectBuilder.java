package dev.jubelet.node.object;

import dev.jubelet.node.status.NodeIdentity;
import dev.jubelet.node.status.NodeObservation;
import dev.jubelet.node.status.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/**
 * The Node object: a new one to register with, and an existing one brought up to date. The spec of
 * an existing one is never touched. Pure.
 */
public final class NodeObjectBuilder {
  private final RegistrationSettings settings;
  private final NodeStatusBuilder statuses;

  public NodeObjectBuilder(RegistrationSettings settings, NodeStatusBuilder statuses) {
    this.settings = settings;
    this.statuses = statuses;
  }

  public NodeIdentity identity() {
    return statuses.traits().identity();
  }

  /** The object that a node which is not known yet registers with. */
  public Node initial(NodeObservation observed) {
    ObjectMeta metadata = new ObjectMeta();
    metadata.setName(identity().name());
    metadata.setLabels(NodeLabels.initial(identity(), settings.labels()));
    metadata.setAnnotations(NodeAnnotations.initial(settings));
    NodeSpec spec = new NodeSpec();
    spec.setTaints(NodeTaints.initial(settings));
    if (!settings.providerId().isEmpty()) {
      spec.setProviderID(settings.providerId());
    }
    Node node = new Node();
    node.setMetadata(metadata);
    node.setSpec(spec);
    node.setStatus(statuses.build(new NodeStatus(), observed));
    return node;
  }

  /** {@code existing} is left as it is. */
  public Node updated(Node existing, NodeObservation observed) {
    ObjectMeta metadata = existing.getMetadata();
    return NodeCopies.of(
        existing,
        NodeCopies.of(
            metadata,
            NodeLabels.asserted(metadata.getLabels(), identity()),
            NodeAnnotations.provided(metadata.getAnnotations(), settings)),
        statuses.build(NodeCopies.status(existing), observed));
  }
}
