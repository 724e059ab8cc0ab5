package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One field of a KubeletConfiguration: a row of the table and the key to its value. Two fields are
 * the same only if they are the same row.
 */
public final class Field<T> {
  private final String path;
  private final FieldType.Shape<T> shape;
  private final Support support;

  Field(String path, FieldType.Shape<T> shape, Support support) {
    this.path = path;
    this.shape = shape;
    this.support = support;
  }

  /** The JSON names from the top, joined by dots. */
  public String path() {
    return path;
  }

  public FieldType<T> type() {
    return shape.type();
  }

  /** The value of a field nobody has set; null when it then stays unset. */
  public @Nullable T fallback() {
    return shape.fallback();
  }

  public Support support() {
    return support;
  }

  /** Whether a value read from a document counts as "not set". */
  public boolean isUnset(@Nullable Object value) {
    return value == null || (!shape.pointer() && value.equals(type().zero()));
  }

  /** The JSON of a value of this field, or null when configz leaves it out. */
  public @Nullable JsonNode encode(T value) {
    boolean omitted = !shape.pointer() && value.equals(type().zero()) && type().zeroIsOmitted();
    return omitted ? null : type().encode(value);
  }

  @Override
  public String toString() {
    return path;
  }
}
