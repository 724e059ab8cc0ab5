package dev.jubelet.server.http1;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fields of a request in their order; names are not case-sensitive. */
public record Headers(List<Field> fields) {

  /** One line of the head. */
  public record Field(String name, String value) {}

  public Headers {
    fields = List.copyOf(fields);
  }

  public Optional<String> first(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
  }

  public List<String> all(String name) {
    List<String> values = new ArrayList<>(1);
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        values.add(field.value());
      }
    }
    return values;
  }

  /** Whether a field that is a list of words, such as Connection, has this word. */
  public boolean lists(String name, String word) {
    for (String value : all(name)) {
      for (String item : value.toLowerCase(Locale.ROOT).split(",", -1)) {
        if (item.strip().equals(word)) {
          return true;
        }
      }
    }
    return false;
  }
}
