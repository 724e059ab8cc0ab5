package dev.jubelet.pod.spec;

/** Text between double quotes, written as Go writes it: programs parse it that way. Pure. */
final class Quoting {
  private Quoting() {}

  static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(point -> append(out, point));
    return out.append('"').toString();
  }

  private static void append(StringBuilder out, int point) {
    switch (point) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case 0x07 -> out.append("\\a");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case 0x0b -> out.append("\\v");
      default -> {
        if (isPrinted(point)) {
          out.appendCodePoint(point);
        } else if (point < ' ' || point == 0x7f) {
          out.append("\\x%02x".formatted(point));
        } else {
          out.append((point <= 0xffff ? "\\u%04x" : "\\U%08x").formatted(point));
        }
      }
    }
  }

  /** Letters, marks, numbers, punctuation and symbols; of the spaces only the plain one. */
  private static boolean isPrinted(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }
}
