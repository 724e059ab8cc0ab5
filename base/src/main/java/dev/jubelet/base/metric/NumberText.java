package dev.jubelet.base.metric;

/**
 * Numbers as collectors are used to see them: the shortest digits that mean the same number, with
 * an exponent from a million on and below a ten-thousandth ({@code 1.5e+06}).
 */
final class NumberText {
  private static final int FIRST_EXPONENT = 6;
  private static final int LAST_SMALL = -4;
  private static final long MOST_EXACT = 1L << 53;

  private NumberText() {}

  static void append(TextBuffer to, double value) {
    if (Double.isNaN(value)) {
      to.append("NaN");
    } else if (Double.isInfinite(value)) {
      to.append(value > 0 ? "+Inf" : "-Inf");
    } else if (value == Math.rint(value) && Math.abs(value) < MOST_EXACT) {
      appendWhole(to, (long) value);
    } else {
      appendFraction(to, value);
    }
  }

  private static void appendWhole(TextBuffer to, long value) {
    if (Math.abs(value) < 1_000_000) {
      to.append(value);
      return;
    }
    String digits = Long.toString(Math.abs(value));
    appendDigits(to, value < 0, digits, digits.length() - 1);
  }

  private static void appendFraction(TextBuffer to, double value) {
    String text = Double.toString(Math.abs(value));
    int mark = text.indexOf('E');
    int exponent = mark < 0 ? 0 : Integer.parseInt(text, mark + 1, text.length(), 10);
    String mantissa = mark < 0 ? text : text.substring(0, mark);
    int point = mantissa.indexOf('.');
    String digits = mantissa.substring(0, point) + mantissa.substring(point + 1);
    int leading = 0;
    while (digits.charAt(leading) == '0') {
      leading++;
    }
    appendDigits(to, value < 0, digits.substring(leading), exponent + point - 1 - leading);
  }

  /** The number is d.ddd times ten to the exponent. */
  private static void appendDigits(TextBuffer to, boolean negative, String all, int exponent) {
    int end = all.length();
    while (end > 1 && all.charAt(end - 1) == '0') {
      end--;
    }
    String digits = all.substring(0, end);
    if (negative) {
      to.append('-');
    }
    if (exponent < LAST_SMALL || exponent >= FIRST_EXPONENT) {
      appendScientific(to, digits, exponent);
    } else if (exponent < 0) {
      to.append("0.");
      to.append("0".repeat(-exponent - 1));
      to.append(digits);
    } else if (digits.length() <= exponent + 1) {
      to.append(digits);
      to.append("0".repeat(exponent + 1 - digits.length()));
    } else {
      to.append(digits.substring(0, exponent + 1));
      to.append('.');
      to.append(digits.substring(exponent + 1));
    }
  }

  private static void appendScientific(TextBuffer to, String digits, int exponent) {
    to.append(digits.charAt(0));
    if (digits.length() > 1) {
      to.append('.');
      to.append(digits.substring(1));
    }
    to.append(exponent < 0 ? "e-" : "e+");
    int size = Math.abs(exponent);
    if (size < 10) {
      to.append('0');
    }
    to.append(size);
  }
}
