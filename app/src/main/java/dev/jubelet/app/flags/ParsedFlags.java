package dev.jubelet.app.flags;

import dev.jubelet.app.config.FieldValues;
import dev.jubelet.app.config.field.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The flags that were given, in the order of their first occurrence. Owns: their values. */
public final class ParsedFlags {
  private final Map<String, Object> values = new LinkedHashMap<>();

  ParsedFlags() {}

  <T> void add(Flag<T> flag, String text) {
    values.put(flag.name(), flag.syntax().parse(text, given(flag)));
  }

  /** The value, or the flag's default. */
  public <T> T get(Flag<T> flag) {
    T value = given(flag);
    return value == null ? flag.fallback() : value;
  }

  public boolean isGiven(Flag<?> flag) {
    return values.containsKey(flag.name());
  }

  // Names are unique, and only add writes the map, which ties a value's type to its flag.
  @SuppressWarnings("unchecked")
  private <T> @Nullable T given(Flag<T> flag) {
    return (T) values.get(flag.name());
  }

  /** The flags that were given. */
  List<Flag<?>> given() {
    return KubeletFlags.all().stream().<Flag<?>>map(flag -> flag).filter(this::isGiven).toList();
  }

  /** The fields that were set by flags. */
  FieldValues fields() {
    FieldValues fields = new FieldValues();
    given().forEach(flag -> putField(fields, flag));
    return fields;
  }

  private <T> void putField(FieldValues fields, Flag<T> flag) {
    Field<T> field = flag.field();
    T value = given(flag);
    if (field != null && value != null) {
      fields.put(field, value, flag.toString());
    }
  }
}
