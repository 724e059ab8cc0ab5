package dev.jubelet.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The decoded query of a request; a name may have several values. */
public record Query(Map<String, List<String>> values) {
  public static final Query EMPTY = new Query(Map.of());

  /** Reads {@code a=1&b&a=2}; a name without a value has the empty one. */
  public static Query parse(String raw) {
    if (raw.isEmpty()) {
      return EMPTY;
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : raw.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        values.computeIfAbsent(decode(name), n -> new ArrayList<>()).add(decode(value));
      }
    }
    return new Query(values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "the query is not validly percent-encoded");
    }
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }
}
