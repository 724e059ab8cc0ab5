package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A type whose values are single JSON scalars. The reader answers null for a foreign node. */
final class ScalarType<T> extends FieldType<T> {
  private final String noun;
  private final T zero;
  private final boolean zeroIsOmitted;
  private final Function<JsonNode, @Nullable T> reader;
  private final Function<T, JsonNode> writer;

  ScalarType(
      String noun,
      T zero,
      boolean zeroIsOmitted,
      Function<JsonNode, @Nullable T> reader,
      Function<T, JsonNode> writer) {
    this.noun = noun;
    this.zero = zero;
    this.zeroIsOmitted = zeroIsOmitted;
    this.reader = reader;
    this.writer = writer;
  }

  @Override
  public T zero() {
    return zero;
  }

  @Override
  public @Nullable T decode(JsonNode node, String path, DecodeReport report) {
    try {
      T value = reader.apply(node);
      if (value == null) {
        report.invalid(path, "must be " + noun + ", not " + excerpt(node));
      }
      return value;
    } catch (IllegalArgumentException e) {
      report.invalid(path, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** Enough of the value to find it; headers and other nested content are never repeated. */
  static String excerpt(JsonNode node) {
    if (node.isContainerNode()) {
      return node.isArray() ? "a list" : "a map";
    }
    String text = node.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  @Override
  public JsonNode encode(T value) {
    return writer.apply(value);
  }

  @Override
  boolean zeroIsOmitted() {
    return zeroIsOmitted;
  }
}
