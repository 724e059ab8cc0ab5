package dev.jubelet.app.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several values in one occurrence.
 *
 * @param addsUp whether a further occurrence adds to the earlier ones or replaces them
 * @param splitter cuts the text of one occurrence into items
 */
record ListSyntax<E>(
    String placeholder,
    boolean addsUp,
    String separator,
    Function<String, List<String>> splitter,
    Function<String, E> reader)
    implements FlagSyntax<List<E>> {
  @Override
  public List<E> parse(String text, @Nullable List<E> soFar) {
    List<E> items = new ArrayList<>(addsUp && soFar != null ? soFar : List.of());
    splitter.apply(text).forEach(item -> items.add(reader.apply(item)));
    return List.copyOf(items);
  }

  @Override
  public String format(List<E> value) {
    return value.stream().map(Object::toString).collect(Collectors.joining(separator));
  }

  /** Cuts at a separator and drops empty items. */
  static List<String> split(String text, String separator) {
    List<String> items = new ArrayList<>();
    for (String item : text.split(separator, -1)) {
      if (!item.isBlank()) {
        items.add(item.strip());
      }
    }
    return items;
  }

  /** Cuts a line of comma-separated values, in which a quoted item may contain commas. */
  static List<String> splitCsv(String text) {
    List<String> items = new ArrayList<>();
    StringBuilder item = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        item.append('"');
        i++;
      } else if (c == '"' && (quoted || item.isEmpty())) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        items.add(item.toString());
        item.setLength(0);
      } else {
        item.append(c);
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("\"" + text + "\" has a quote that is not closed");
    }
    if (!text.isEmpty()) {
      items.add(item.toString());
    }
    return items;
  }
}
