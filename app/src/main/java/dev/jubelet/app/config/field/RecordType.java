package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A small object inside a list. The builder reads its members through {@link Members}. */
final class RecordType<T> extends FieldType<T> {
  private final Set<String> names;
  private final Function<Members, T> builder;
  private final BiConsumer<T, ObjectNode> writer;

  RecordType(Set<String> names, Function<Members, T> builder, BiConsumer<T, ObjectNode> writer) {
    this.names = names;
    this.builder = builder;
    this.writer = writer;
  }

  /** The members of one object; an absent or wrong one reads as its type's zero. */
  record Members(JsonNode node, String path, DecodeReport report) {
    <V> V get(String name, FieldType<V> type) {
      JsonNode member = node.path(name);
      if (member.isMissingNode() || member.isNull()) {
        return type.zero();
      }
      V value = type.decode(member, path + "." + name, report);
      return value == null ? type.zero() : value;
    }
  }

  @Override
  public T zero() {
    ObjectNode empty = JsonNodeFactory.instance.objectNode();
    return builder.apply(new Members(empty, "", new DecodeReport()));
  }

  @Override
  public @Nullable T decode(JsonNode node, String path, DecodeReport report) {
    if (!node.isObject()) {
      report.invalid(path, "must be a map, not " + ScalarType.kind(node));
      return null;
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!names.contains(member.getKey())) {
        report.unknown(path + "." + member.getKey());
      }
    }
    return builder.apply(new Members(node, path, report));
  }

  @Override
  public JsonNode encode(T value) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    writer.accept(value, node);
    return node;
  }
}
