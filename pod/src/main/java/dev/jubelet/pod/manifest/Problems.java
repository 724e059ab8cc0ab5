package dev.jubelet.pod.manifest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong, each with the path of its field, in the words people know from the API
 * server.
 *
 * <p>Thread: one check per instance. Owns: the list.
 */
final class Problems {
  private final List<String> messages = new ArrayList<>();

  void required(String path, String why) {
    messages.add(path + ": Required value: " + why);
  }

  void invalid(String path, @Nullable Object value, String why) {
    messages.add(path + ": Invalid value: " + quoted(value) + ": " + why);
  }

  void duplicate(String path, Object value) {
    messages.add(path + ": Duplicate value: " + quoted(value));
  }

  void notFound(String path, Object value) {
    messages.add(path + ": Not found: " + quoted(value));
  }

  void forbidden(String path, String why) {
    messages.add(path + ": Forbidden: " + why);
  }

  /** Adds a sentence that needs no field. */
  void add(String message) {
    messages.add(message);
  }

  /** Complains unless the value is absent or one of those allowed. */
  void oneOf(String path, @Nullable String value, List<String> allowed) {
    if (value != null && !allowed.contains(value)) {
      messages.add(
          path
              + ": Unsupported value: "
              + quoted(value)
              + ": supported values: \""
              + String.join("\", \"", allowed)
              + "\"");
    }
  }

  /** Complains when the number is given and smaller. */
  void atLeast(String path, @Nullable Number value, long least) {
    if (value != null && value.longValue() < least) {
      invalid(path, value, "must be greater than or equal to " + least);
    }
  }

  /** Complains when a list has more items than it may. */
  void atMost(String path, int items, int most) {
    if (items > most) {
      messages.add(path + ": Too many: " + items + ": must have at most " + most + " items");
    }
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  private static String quoted(@Nullable Object value) {
    return value instanceof Number ? value.toString() : "\"" + value + "\"";
  }
}
