package dev.jubelet.testing.node;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Configuration files as text, whose topmost keys stand at the beginning of a line. */
final class ConfigText {
  private static final Pattern KEY = Pattern.compile("(?m)^(\\w+):");

  private ConfigText() {}

  /** All of {@code more}, and of {@code usual} what is not in it. */
  static String merged(String usual, String more) {
    Set<String> given =
        KEY.matcher(more).results().map(found -> found.group(1)).collect(Collectors.toSet());
    StringBuilder text = new StringBuilder();
    boolean kept = true;
    for (String line : usual.lines().toList()) {
      Matcher key = KEY.matcher(line);
      kept = key.find() ? !given.contains(key.group(1)) : kept;
      if (kept) {
        text.append(line).append('\n');
      }
    }
    return text.append(more).toString();
  }

  /** The value of a topmost key that has a plain one. */
  static String value(String text, String key) {
    Matcher found = Pattern.compile("(?m)^" + key + ": (\\S+)$").matcher(text);
    if (!found.find()) {
      throw new IllegalArgumentException("no " + key + " in:\n" + text);
    }
    return found.group(1);
  }
}
