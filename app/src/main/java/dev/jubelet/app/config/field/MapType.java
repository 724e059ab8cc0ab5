package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A map from names to values of one type, kept and written in the order of the names. */
final class MapType<V> extends FieldType<Map<String, V>> {
  private final FieldType<V> element;

  MapType(FieldType<V> element) {
    this.element = element;
  }

  @Override
  public Map<String, V> zero() {
    return Map.of();
  }

  @Override
  public @Nullable Map<String, V> decode(JsonNode node, String path, DecodeReport report) {
    if (!node.isObject()) {
      report.invalid(path, "must be a map, not " + ScalarType.kind(node));
      return null;
    }
    Map<String, V> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> item : node.properties()) {
      V value =
          item.getValue().isNull()
              ? element.zero()
              : element.decode(item.getValue(), path + "[" + item.getKey() + "]", report);
      if (value != null) {
        values.put(item.getKey(), value);
      }
    }
    return Collections.unmodifiableMap(values);
  }

  @Override
  public JsonNode encode(Map<String, V> values) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    values.forEach((name, value) -> node.set(name, element.encode(value)));
    return node;
  }
}
