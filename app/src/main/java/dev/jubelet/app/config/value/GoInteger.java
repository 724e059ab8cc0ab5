package dev.jubelet.app.config.value;

import java.math.BigInteger;

/**
 * Integers as Go reads them when it may choose the base: decimal, {@code 0x} hexadecimal, {@code
 * 0o} or leading-zero octal, {@code 0b} binary, with single underscores between digits.
 */
public final class GoInteger {
  private GoInteger() {}

  /** Throws {@link IllegalArgumentException} when the text is no integer of that many bits. */
  public static long parse(String text, int bits) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    BigInteger size = magnitude(text, signed ? text.substring(1) : text);
    BigInteger value = text.startsWith("-") ? size.negate() : size;
    if (value.bitLength() > bits - 1) {
      throw new IllegalArgumentException("\"" + text + "\" does not fit in " + bits + " bits");
    }
    return value.longValue();
  }

  private static BigInteger magnitude(String text, String unsigned) {
    int radix = radix(unsigned);
    String digits = unsigned.substring(prefixLength(unsigned, radix));
    boolean misplaced =
        digits.endsWith("_") || digits.contains("__") || (radix == 10 && digits.startsWith("_"));
    String plain = digits.replace("_", "");
    if (misplaced || plain.isEmpty() || Character.digit(plain.charAt(0), radix) < 0) {
      throw notAnInteger(text);
    }
    try {
      return new BigInteger(plain, radix);
    } catch (NumberFormatException e) {
      throw notAnInteger(text);
    }
  }

  private static int radix(String text) {
    if (text.length() < 2 || text.charAt(0) != '0') {
      return 10;
    }
    return switch (text.charAt(1)) {
      case 'x', 'X' -> 16;
      case 'b', 'B' -> 2;
      default -> 8;
    };
  }

  private static int prefixLength(String text, int radix) {
    if (radix == 10) {
      return 0;
    }
    return Character.isLetter(text.charAt(1)) ? 2 : 1;
  }

  private static IllegalArgumentException notAnInteger(String text) {
    return new IllegalArgumentException("\"" + text + "\" is not an integer");
  }
}
