package dev.jubelet.server.nodelog;

import dev.jubelet.server.http.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All that is wrong with a request, in the form that Kubernetes gives such lists.
 *
 * <p>Thread: one. Owns: the complaints so far.
 */
final class QueryErrors {
  private final List<String> texts = new ArrayList<>();

  void invalid(String field, String value, String why) {
    texts.add("%s: Invalid value: %s: %s".formatted(field, value, why));
  }

  void required(String field, String why) {
    texts.add("%s: Required value: %s".formatted(field, why));
  }

  void tooMany(String field, int count, int most) {
    texts.add("%s: Too many: %d: must have at most %d items".formatted(field, count, most));
  }

  /** Throws when there is any. */
  void refuse(int status) {
    if (!texts.isEmpty()) {
      String all = String.join(", ", texts);
      throw new Refusal(status, (texts.size() == 1 ? all : "[" + all + "]") + "\n");
    }
  }

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static String list(List<String> texts) {
    return texts.stream().map(QueryErrors::quoted).collect(Collectors.joining(",", "[", "]"));
  }
}
