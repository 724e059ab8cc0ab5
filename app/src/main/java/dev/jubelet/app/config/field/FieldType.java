package dev.jubelet.app.config.field;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** How values of one type are read from and written to a configuration document. */
public abstract class FieldType<T> {
  /** The value that Go would hold for a field nobody has set. */
  public abstract T zero();

  /** Null when the node is no such value, after a remark was added to the report. */
  public abstract @Nullable T decode(JsonNode node, String path, DecodeReport report);

  public abstract JsonNode encode(T value);

  /** Whether configz leaves a zero of a plain field out, as Go's omitempty does. */
  boolean zeroIsOmitted() {
    return true;
  }

  /** A field that cannot tell zero from unset. */
  public Shape<T> plain() {
    return new Shape<>(this, zero(), false);
  }

  /** A field that cannot tell zero from unset; both become the given value. */
  public Shape<T> plain(T fallback) {
    return new Shape<>(this, fallback, false);
  }

  /** A field that may stay unset. */
  public Shape<T> pointer() {
    return new Shape<>(this, null, true);
  }

  /** A field for which zero is a value of its own; only an absent one becomes the given value. */
  public Shape<T> pointer(T fallback) {
    return new Shape<>(this, fallback, true);
  }

  /** A type together with its default and its way of being unset. */
  public record Shape<T>(FieldType<T> type, @Nullable T fallback, boolean pointer) {}
}
