package dev.jubelet.app.flags;

import java.util.Comparator;
import java.util.List;

/** The text that {@code --help} prints: one line for each flag. */
final class FlagHelp {
  private static final int COLUMN = 54;

  private FlagHelp() {}

  static String text() {
    StringBuilder text =
        new StringBuilder(
            """
            The kubelet runs the pods of one node on a CRI container runtime.

            Usage:
              kubelet [flags]
            """);
    KubeletFlags.SECTIONS.forEach((title, flags) -> appendSection(text, title, flags));
    return text.toString();
  }

  private static void appendSection(StringBuilder text, String title, List<Flag<?>> flags) {
    text.append('\n').append(title).append(":\n");
    flags.stream()
        .<Flag<?>>map(flag -> flag)
        .sorted(Comparator.comparing(Flag::name))
        .forEach(flag -> text.append(line(flag)).append('\n'));
  }

  private static <T> String line(Flag<T> flag) {
    String letter = flag.shorthand().isEmpty() ? "      " : "  -" + flag.shorthand() + ", ";
    String left = (letter + flag + " " + flag.syntax().placeholder()).stripTrailing();
    String fallback = flag.syntax().format(flag.fallback());
    boolean hasDefault = !fallback.isEmpty() && !fallback.equals("false");
    return left
        + " ".repeat(Math.max(2, COLUMN - left.length()))
        + flag.about()
        + (hasDefault ? " (default " + fallback + ")" : "")
        + (flag.deprecated() && flag.field() == null ? " (deprecated)" : "");
  }
}
