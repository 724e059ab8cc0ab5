package dev.jubelet.server.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A pattern with its handler. Segments in braces capture, a last segment {@code *} takes any rest,
 * also none. An empty set of methods means any.
 */
record Route(Set<String> methods, List<String> pattern, Handler handler) {

  static Route of(Set<String> methods, String pattern, Handler handler) {
    return new Route(methods, PathSegments.split(pattern), handler);
  }

  /** The pattern as it was written. */
  String text() {
    return "/" + String.join("/", pattern);
  }

  boolean takes(String method) {
    return methods.isEmpty() || methods.contains(method);
  }

  Optional<Map<String, String>> match(List<String> path) {
    boolean open = pattern.getLast().equals("*");
    int fixed = open ? pattern.size() - 1 : pattern.size();
    if (open ? path.size() < fixed : path.size() != fixed) {
      return Optional.empty();
    }
    Map<String, String> captured = new HashMap<>();
    for (int i = 0; i < fixed; i++) {
      String expected = pattern.get(i);
      String actual = path.get(i);
      if (expected.startsWith("{")) {
        if (actual.isEmpty()) {
          return Optional.empty();
        }
        captured.put(expected.substring(1, expected.length() - 1), actual);
      } else if (!expected.equals(actual)) {
        return Optional.empty();
      }
    }
    return Optional.of(captured);
  }
}
