package dev.jubelet.base.metric;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The labels of a series as they are written, made once and used for many samples.
 *
 * <p>Thread: any; immutable.
 */
public final class MetricLabels {
  public static final MetricLabels NONE = new MetricLabels("");

  private final byte[] text;

  private MetricLabels(String text) {
    this.text = text.getBytes(StandardCharsets.UTF_8);
  }

  /** Pairs the names with the values of the same place. */
  public static MetricLabels of(List<String> names, List<String> values) {
    if (names.size() != values.size()) {
      throw new IllegalArgumentException(names + " cannot have the values " + values);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      append(text, names.get(i), values.get(i));
    }
    return text.isEmpty() ? NONE : new MetricLabels(text.toString());
  }

  public static MetricLabels of(String name, String value) {
    return of(List.of(name), List.of(value));
  }

  byte[] text() {
    return text;
  }

  private static void append(StringBuilder to, String name, String value) {
    if (!to.isEmpty()) {
      to.append(',');
    }
    to.append(name).append("=\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> to.append("\\\\");
        case '\n' -> to.append("\\n");
        case '"' -> to.append("\\\"");
        default -> to.append(c);
      }
    }
    to.append('"');
  }
}
