package dev.jubelet.node.object;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;

/** Copies one level deep, for changing one without touching the other. Pure. */
public final class NodeCopies {

  private NodeCopies() {}

  /** The same Node with other metadata and status. */
  static Node of(Node from, ObjectMeta metadata, NodeStatus status) {
    Node to = new Node();
    to.setApiVersion(from.getApiVersion());
    to.setKind(from.getKind());
    to.setMetadata(metadata);
    to.setSpec(spec(from));
    to.setStatus(status);
    return to;
  }

  static NodeSpec spec(Node node) {
    NodeSpec spec = node.getSpec();
    return spec == null ? new NodeSpec() : spec;
  }

  static NodeStatus status(Node node) {
    NodeStatus status = node.getStatus();
    return status == null ? new NodeStatus() : status;
  }

  static NodeStatus of(NodeStatus from) {
    NodeStatus to = new NodeStatus();
    to.setAddresses(from.getAddresses());
    to.setAllocatable(from.getAllocatable());
    to.setCapacity(from.getCapacity());
    to.setConditions(from.getConditions());
    to.setConfig(from.getConfig());
    to.setDaemonEndpoints(from.getDaemonEndpoints());
    to.setDeclaredFeatures(from.getDeclaredFeatures());
    to.setFeatures(from.getFeatures());
    to.setImages(from.getImages());
    to.setNodeInfo(from.getNodeInfo());
    to.setPhase(from.getPhase());
    to.setRuntimeHandlers(from.getRuntimeHandlers());
    to.setVolumesAttached(from.getVolumesAttached());
    to.setVolumesInUse(from.getVolumesInUse());
    return to;
  }

  public static ObjectMeta of(ObjectMeta from) {
    ObjectMeta to = new ObjectMeta();
    to.setName(from.getName());
    to.setGenerateName(from.getGenerateName());
    to.setNamespace(from.getNamespace());
    to.setUid(from.getUid());
    to.setResourceVersion(from.getResourceVersion());
    to.setGeneration(from.getGeneration());
    to.setCreationTimestamp(from.getCreationTimestamp());
    to.setDeletionTimestamp(from.getDeletionTimestamp());
    to.setDeletionGracePeriodSeconds(from.getDeletionGracePeriodSeconds());
    to.setFinalizers(from.getFinalizers());
    to.setOwnerReferences(from.getOwnerReferences());
    to.setManagedFields(from.getManagedFields());
    to.setSelfLink(from.getSelfLink());
    to.setLabels(from.getLabels());
    to.setAnnotations(from.getAnnotations());
    return to;
  }

  /** The same metadata with other labels and annotations. */
  static ObjectMeta of(
      ObjectMeta from, Map<String, String> labels, Map<String, String> annotations) {
    ObjectMeta to = of(from);
    to.setLabels(labels);
    to.setAnnotations(annotations);
    return to;
  }
}
