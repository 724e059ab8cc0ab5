package dev.jubelet.edge.usage;

/** Numbers as the kernel writes them, read without a text in between. */
final class Digits {
  private Digits() {}

  /** The whole number that begins here, until the first character that is no digit. */
  static long number(byte[] text, int start, int end) {
    long value = 0;
    for (int i = start; i < end; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        return value;
      }
      value = 10 * value + digit;
    }
    return value;
  }

  static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }
}
