package dev.jubelet.app.flags;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names with values, such as {@code cpu=500m,memory=1Gi}. Occurrences add up.
 *
 * @param separator what stands between a name and its value
 * @param commaSplits whether one occurrence may hold several pairs
 * @param bareName the value of a name without one; null when that is an error
 */
record PairsSyntax<V>(
    String separator, boolean commaSplits, @Nullable V bareName, Function<String, V> reader)
    implements FlagSyntax<Map<String, V>> {
  @Override
  public Map<String, V> parse(String text, @Nullable Map<String, V> soFar) {
    Map<String, V> pairs = new TreeMap<>(soFar == null ? Map.of() : soFar);
    String[] parts = commaSplits ? text.split(",", -1) : new String[] {text};
    for (String part : parts) {
      if (!part.isEmpty()) {
        add(pairs, part);
      }
    }
    return Collections.unmodifiableMap(pairs);
  }

  private void add(Map<String, V> pairs, String pair) {
    int at = pair.indexOf(separator);
    if (at >= 0) {
      String name = pair.substring(0, at).strip();
      pairs.put(name, reader.apply(pair.substring(at + separator.length()).strip()));
    } else if (bareName != null) {
      pairs.put(pair.strip(), bareName);
    } else {
      throw new IllegalArgumentException(
          "\"" + pair + "\" must have the form name" + separator + "value");
    }
  }

  @Override
  public String format(Map<String, V> value) {
    return value.entrySet().stream()
        .map(pair -> pair.getKey() + separator + pair.getValue())
        .collect(Collectors.joining(","));
  }

  @Override
  public String placeholder() {
    return "name" + separator + "value" + (commaSplits ? ",..." : "");
  }
}
