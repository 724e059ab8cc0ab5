package dev.jubelet.app.flags;

import dev.jubelet.app.config.value.Masked;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** HTTP headers as {@code name:value,...}; a name may come several times. */
record HeadersSyntax() implements FlagSyntax<Map<String, List<String>>> {
  @Override
  public Map<String, List<String>> parse(String text, @Nullable Map<String, List<String>> soFar) {
    Map<String, List<String>> headers = new TreeMap<>(soFar == null ? Map.of() : soFar);
    for (String header : ListSyntax.split(text, ",")) {
      int colon = header.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException("each header must have the form name:value");
      }
      List<String> values =
          new ArrayList<>(headers.getOrDefault(header.substring(0, colon).strip(), List.of()));
      values.add(header.substring(colon + 1).strip());
      headers.put(header.substring(0, colon).strip(), List.copyOf(values));
    }
    return Collections.unmodifiableMap(headers);
  }

  /** Values never leave this class: headers carry credentials. */
  @Override
  public String format(Map<String, List<String>> value) {
    return value.keySet().stream()
        .map(name -> name + ":" + Masked.WORD)
        .collect(Collectors.joining(","));
  }

  @Override
  public String placeholder() {
    return "name:value,...";
  }
}
