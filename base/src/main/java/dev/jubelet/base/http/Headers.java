package dev.jubelet.base.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The headers of a message in their order; names are not case-sensitive. */
public record Headers(List<Field> fields) {

  /** One line of the head. */
  public record Field(String name, String value) {

    /**
     * @throws IllegalArgumentException when it cannot be one line
     */
    public static void check(String name, String value) {
      if (!Characters.isToken(name) || !Characters.isFieldValue(value)) {
        throw new IllegalArgumentException("not a valid header: " + name);
      }
    }
  }

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
