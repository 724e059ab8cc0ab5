package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** JSON merge patch (RFC 7386): maps merge, null deletes, everything else replaces. */
final class MergePatch {
  private MergePatch() {}

  /** A new tree; neither argument is changed. */
  static JsonNode apply(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    if (target.isObject()) {
      target.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    }
    for (Map.Entry<String, JsonNode> change : patch.properties()) {
      if (change.getValue().isNull()) {
        merged.remove(change.getKey());
      } else {
        JsonNode before = merged.path(change.getKey());
        merged.set(change.getKey(), apply(before, change.getValue()));
      }
    }
    return merged;
  }
}
