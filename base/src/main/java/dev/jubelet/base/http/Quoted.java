package dev.jubelet.base.http;

/** Text of a peer inside a message of ours: short, in quotes, without control characters. */
final class Quoted {
  private static final int LONGEST = 100;

  private Quoted() {}

  static String of(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().limit(LONGEST).forEach(c -> append(quoted, (char) c));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, char c) {
    if (c == '"' || c == '\\') {
      quoted.append('\\').append(c);
    } else if (c < ' ' || c >= 0x7f) {
      quoted.append("\\x%02x".formatted((int) c));
    } else {
      quoted.append(c);
    }
  }
}
