package dev.jubelet.node.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Joins a strategic merge patch into a Node as an API server does, as far as a Node needs it. */
public final class MergePatch {

  private MergePatch() {}

  /** Changes {@code target}. */
  public static void apply(ObjectNode target, ObjectNode patch) {
    for (Map.Entry<String, JsonNode> field : patch.properties()) {
      String name = field.getKey();
      JsonNode value = field.getValue();
      if (value.isNull()) {
        target.remove(name);
      } else if (name.equals("conditions") || name.equals("addresses")) {
        target.set(name, merged(target.withArray("/" + name), value));
      } else if (value instanceof ObjectNode inner) {
        apply(target.withObject("/" + name), inner);
      } else if (!name.startsWith("$")) {
        target.set(name, value);
      }
    }
  }

  private static ArrayNode merged(ArrayNode existing, JsonNode patch) {
    ArrayNode result = existing.deepCopy();
    for (JsonNode element : patch) {
      if (element.path("$patch").asText().equals("replace")) {
        ArrayNode replaced = (ArrayNode) patch.deepCopy();
        replaced.remove(replaced.size() - 1);
        return replaced;
      }
      apply(elementOfType(result, element.path("type")), (ObjectNode) element);
    }
    return result;
  }

  private static ObjectNode elementOfType(ArrayNode elements, JsonNode type) {
    for (JsonNode element : elements) {
      if (element.path("type").equals(type)) {
        return (ObjectNode) element;
      }
    }
    return elements.addObject();
  }
}
