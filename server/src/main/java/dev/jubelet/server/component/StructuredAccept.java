package dev.jubelet.server.component;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a client wants a page that is text for people and an object for programs. */
sealed interface StructuredAccept {
  String CURRENT = "v1beta1";
  List<String> VERSIONS = List.of(CURRENT, "v1alpha1");
  List<String> TYPES = List.of("application/json", "application/yaml");
  String GROUP = "config.k8s.io";

  record Text() implements StructuredAccept {}

  /** The object, in JSON, which is YAML too. */
  record Structured(String contentType, String version) implements StructuredAccept {}

  record Refused() implements StructuredAccept {}

  /** The first range that can be served wins. */
  static StructuredAccept of(String header, String kind) {
    if (header.isBlank()) {
      return new Text();
    }
    for (String range : header.split(",", -1)) {
      String[] parts = range.strip().split(";", -1);
      String type = parts[0].strip();
      Map<String, String> parameters = parameters(parts);
      if (type.equals("text/plain") || type.equals("text/*") || type.equals("*/*")) {
        return new Text();
      }
      String version = parameters.getOrDefault("v", "");
      if (TYPES.contains(type)
          && kind.equals(parameters.get("as"))
          && GROUP.equals(parameters.get("g"))
          && VERSIONS.contains(version)) {
        return new Structured(type, version);
      }
    }
    return new Refused();
  }

  private static Map<String, String> parameters(String[] parts) {
    Map<String, String> parameters = new HashMap<>();
    for (String part : parts) {
      String[] pair = part.strip().split("=", 2);
      if (pair.length == 2) {
        parameters.put(pair[0], pair[1]);
      }
    }
    return parameters;
  }
}
