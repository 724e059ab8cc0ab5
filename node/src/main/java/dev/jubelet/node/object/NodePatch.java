package dev.jubelet.node.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;

/**
 * The difference between two versions of a Node as a strategic merge patch of its status
 * subresource: labels, annotations and status.
 *
 * @param body empty when nothing differs
 * @param substance the body without the times of heartbeats; empty when nothing else differs
 */
public record NodePatch(ObjectNode body, ObjectNode substance) {

  /** The mapper must leave out what is not set, as the types of the model say. */
  public static NodePatch between(Node before, Node after, ObjectMapper mapper) {
    StatusDiff diff = new StatusDiff(mapper);
    ObjectNode metadata = mapper.createObjectNode();
    put(metadata, "labels", diff.ofObjects(labels(before, mapper), labels(after, mapper)));
    put(
        metadata,
        "annotations",
        diff.ofObjects(annotations(before, mapper), annotations(after, mapper)));
    ObjectNode status = diff.ofStatuses(status(before, mapper), status(after, mapper));
    return new NodePatch(
        joined(metadata, status, mapper),
        joined(metadata, StatusDiff.withoutHeartbeats(status), mapper));
  }

  /** Whether more than the times of heartbeats differs. */
  public boolean isSubstantial() {
    return !substance.isEmpty();
  }

  private static ObjectNode joined(ObjectNode metadata, ObjectNode status, ObjectMapper mapper) {
    ObjectNode body = mapper.createObjectNode();
    put(body, "metadata", metadata);
    put(body, "status", status);
    return body;
  }

  private static void put(ObjectNode into, String field, ObjectNode part) {
    if (!part.isEmpty()) {
      into.set(field, part);
    }
  }

  private static JsonNode labels(Node node, ObjectMapper mapper) {
    return mapper.valueToTree(node.getMetadata().getLabels());
  }

  private static JsonNode annotations(Node node, ObjectMapper mapper) {
    return mapper.valueToTree(node.getMetadata().getAnnotations());
  }

  private static JsonNode status(Node node, ObjectMapper mapper) {
    return mapper.valueToTree(NodeCopies.status(node));
  }
}
