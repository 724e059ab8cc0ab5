package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of values of one type. A null element becomes the element's zero, as in Go. */
final class ListType<E> extends FieldType<List<E>> {
  private final FieldType<E> element;

  ListType(FieldType<E> element) {
    this.element = element;
  }

  @Override
  public List<E> zero() {
    return List.of();
  }

  @Override
  public @Nullable List<E> decode(JsonNode node, String path, DecodeReport report) {
    if (!node.isArray()) {
      report.invalid(path, "must be a list, not " + ScalarType.kind(node));
      return null;
    }
    List<E> values = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      JsonNode item = node.get(i);
      E value = item.isNull() ? element.zero() : element.decode(item, path + "[" + i + "]", report);
      if (value != null) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  @Override
  public JsonNode encode(List<E> values) {
    ArrayNode node = JsonNodeFactory.instance.arrayNode(values.size());
    values.forEach(value -> node.add(element.encode(value)));
    return node;
  }
}
