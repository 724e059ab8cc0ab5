package dev.jubelet.volume.csi.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.edge.plugin.PluginException;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the Node object says of drivers: how each calls this node, and from where its volumes can be
 * reached.
 *
 * <p>Thread: one at a time. Throws ApiException.
 */
record DriverNodeLabels(ApiClient client, String nodeName) {
  private static final String NODE_IDS = "csi.volume.kubernetes.io/nodeid";
  private static final ApiResource<Node> NODES = ApiResource.core("nodes", "Node", Node.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};

  private ApiObject<Node> object() {
    return NODES.object("", nodeName);
  }

  void put(String driver, String nodeId, Map<String, String> topology) {
    Node node = client.get(object());
    Map<String, String> labels = labels(node);
    topology.forEach((key, value) -> requireNoOther(labels, key, value));
    TreeMap<String, String> ids = ids(node);
    boolean known = nodeId.equals(ids.put(driver, nodeId));
    if (!known || !labels.entrySet().containsAll(topology.entrySet())) {
      write(ids, topology);
    }
  }

  private static void requireNoOther(Map<String, String> labels, String key, String value) {
    String existing = labels.get(key);
    if (existing != null && !existing.equals(value)) {
      throw new PluginException(
          "detected topology value collision: driver reported \"%s\":\"%s\" but existing label is \"%s\":\"%s\""
              .formatted(key, value, key, existing));
    }
  }

  /** Labels stay: other drivers may share them, and pods may have been placed by them. */
  void remove(String driver) {
    TreeMap<String, String> ids = ids(client.get(object()));
    if (ids.remove(driver) != null) {
      write(ids, Map.of());
    }
  }

  private void write(TreeMap<String, String> ids, Map<String, String> topology) {
    Map<String, Object> annotations = new TreeMap<>();
    annotations.put(NODE_IDS, ids.isEmpty() ? JSON.nullNode() : json(ids));
    client.patch(
        object().part("status"),
        Patch.strategicMerge(
            Map.of("metadata", Map.of("annotations", annotations, "labels", topology))));
  }

  private static Map<String, String> labels(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /** What somebody else has spoilt is written anew. */
  private static TreeMap<String, String> ids(Node node) {
    Map<String, String> annotations = node.getMetadata().getAnnotations();
    String text = annotations == null ? null : annotations.get(NODE_IDS);
    if (text == null) {
      return new TreeMap<>();
    }
    try {
      return JSON.readValue(text, TEXTS);
    } catch (JsonProcessingException e) {
      return new TreeMap<>();
    }
  }

  private static String json(Map<String, String> ids) {
    try {
      return JSON.writeValueAsString(ids);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are always JSON", e);
    }
  }
}
