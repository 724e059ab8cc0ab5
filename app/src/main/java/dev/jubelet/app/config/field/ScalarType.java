package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A type whose values are single JSON scalars. The reader answers null for a foreign node. */
final class ScalarType<T> extends FieldType<T> {
  private static final int LONGEST_EXCERPT = 60;

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

  private static String excerpt(JsonNode node) {
    if (node.isContainerNode()) {
      return kind(node);
    }
    String text = node.toString();
    return text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + "…";
  }

  /** What sort of node it is, without its content, which may be secret. */
  static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "a map";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL, MISSING, BINARY, POJO -> "nothing";
    };
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
