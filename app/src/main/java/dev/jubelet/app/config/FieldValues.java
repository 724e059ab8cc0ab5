package dev.jubelet.app.config;

import dev.jubelet.app.config.field.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of some fields while a configuration is put together, each with the file or flag that
 * set it. Thread: confined to one. Owns: both maps.
 */
public final class FieldValues {
  private final Map<Field<?>, Object> values = new HashMap<>();
  private final Map<Field<?>, String> sources = new HashMap<>();

  public FieldValues() {}

  public FieldValues(FieldValues other) {
    values.putAll(other.values);
    sources.putAll(other.sources);
  }

  public <T> void put(Field<T> field, T value) {
    values.put(field, value);
  }

  public <T> void put(Field<T> field, T value, String source) {
    values.put(field, value);
    sources.put(field, source);
  }

  public void remove(Field<?> field) {
    values.remove(field);
    sources.remove(field);
  }

  // The maps are only written through put, which ties a value's type to its field.
  @SuppressWarnings("unchecked")
  public <T> @Nullable T get(Field<T> field) {
    return (T) values.get(field);
  }

  /** The value, or the zero of its type. */
  public <T> T orZero(Field<T> field) {
    T value = get(field);
    return value == null ? field.type().zero() : value;
  }

  /** The file or flag that set the field; empty when nothing did. */
  public String source(Field<?> field) {
    return sources.getOrDefault(field, "");
  }

  public void source(Field<?> field, String source) {
    sources.put(field, source);
  }

  public Set<Field<?>> fields() {
    return Set.copyOf(values.keySet());
  }

  /** Takes over every value of the other, with its source. */
  public void putAll(FieldValues other) {
    values.putAll(other.values);
    sources.putAll(other.sources);
  }
}
