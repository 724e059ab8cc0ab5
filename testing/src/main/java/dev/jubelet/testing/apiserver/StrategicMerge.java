package dev.jubelet.testing.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies a strategic merge patch as the API server does to a pod: null takes a field away, objects
 * are merged, lists are replaced unless their elements have a key. Pure; the patch stays as it is.
 */
final class StrategicMerge {
  private static final String DIRECTIVE = "$patch";
  private static final String ORDER = "$setElementOrder/";

  /** The lists of a pod's status and metadata that are merged, and by what. */
  private static final Map<String, String> KEYS =
      Map.of("conditions", "type", "podIPs", "ip", "hostIPs", "ip", "ownerReferences", "uid");

  private StrategicMerge() {}

  static void apply(ObjectNode target, ObjectNode patch) {
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      if (!field.getKey().startsWith("$")) {
        apply(target, field.getKey(), field.getValue());
      }
    }
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      if (field.getKey().startsWith(ORDER)) {
        sort(target, field.getKey().substring(ORDER.length()), (ArrayNode) field.getValue());
      }
    }
  }

  private static void apply(ObjectNode target, String name, JsonNode change) {
    String key = KEYS.get(name);
    if (change.isNull()) {
      target.remove(name);
    } else if (change instanceof ObjectNode inner) {
      ObjectNode object =
          target.get(name) instanceof ObjectNode known ? known : target.putObject(name);
      apply(object, inner);
    } else if (key != null) {
      ArrayNode list = target.get(name) instanceof ArrayNode known ? known : target.putArray(name);
      merge(list, (ArrayNode) change, key);
    } else {
      target.set(name, change.deepCopy());
    }
  }

  private static void merge(ArrayNode list, ArrayNode changes, String key) {
    boolean replaces =
        changes.valueStream().anyMatch(c -> c.path(DIRECTIVE).asText().equals("replace"));
    if (replaces) {
      list.removeAll();
    }
    for (JsonNode change : changes) {
      switch (change.path(DIRECTIVE).asText()) {
        case "replace" -> {}
        case "delete" -> find(list, key, change.path(key)).ifPresent(node -> remove(list, node));
        default -> {
          ObjectNode element = find(list, key, change.path(key)).orElseGet(() -> list.addObject());
          apply(element, (ObjectNode) change);
        }
      }
    }
  }

  private static Optional<ObjectNode> find(ArrayNode list, String key, JsonNode value) {
    return list.valueStream()
        .filter(node -> node.path(key).equals(value))
        .map(ObjectNode.class::cast)
        .findFirst();
  }

  private static void remove(ArrayNode list, JsonNode node) {
    for (int i = list.size() - 1; i >= 0; i--) {
      if (list.get(i).equals(node)) {
        list.remove(i);
      }
    }
  }

  /** Elements that the order does not name come first, as they stood. */
  private static void sort(ObjectNode target, String name, ArrayNode order) {
    String key = KEYS.getOrDefault(name, "");
    if (!(target.get(name) instanceof ArrayNode list)) {
      return;
    }
    List<JsonNode> keys = order.valueStream().map(node -> node.path(key)).toList();
    List<JsonNode> sorted = new ArrayList<>();
    list.valueStream().filter(node -> !keys.contains(node.path(key))).forEach(sorted::add);
    keys.forEach(value -> find(list, key, value).ifPresent(sorted::add));
    list.removeAll();
    list.addAll(sorted);
  }
}
