package dev.jubelet.app.config.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kubernetes resource quantity ({@code 100Mi}, {@code 250m}, {@code 1e3}) with the family of
 * suffixes it was written in, which its canonical spelling keeps.
 */
public record Quantity(BigDecimal value, Notation notation) {
  /** The family of suffixes. */
  public enum Notation {
    BINARY,
    DECIMAL,
    EXPONENT
  }

  private static final Pattern SHAPE =
      Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))([KMGTPE]i|[numkMGTPE]|[eE][+-]?\\d{1,9})?");
  private static final List<String> BINARY_SUFFIXES =
      List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL_SUFFIXES =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final int SMALLEST_EXPONENT = -9;
  private static final int LARGEST_EXPONENT = 18;
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, Notation.DECIMAL);

  /** Throws {@link IllegalArgumentException} with the rule that the text breaks. */
  public static Quantity parse(String text) {
    Matcher shape = SHAPE.matcher(text);
    if (!shape.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a quantity such as \"500m\", \"2\" or \"100Mi\"");
    }
    String suffix = shape.group(2) == null ? "" : shape.group(2);
    BigDecimal number = new BigDecimal(digits(shape.group(1)));
    Quantity scaled = scale(number, suffix);
    return new Quantity(bounded(scaled.value), scaled.notation);
  }

  private static String digits(String number) {
    return number.endsWith(".") ? number + "0" : number;
  }

  private static Quantity scale(BigDecimal number, String suffix) {
    if (suffix.endsWith("i")) {
      BigInteger factor = BigInteger.TWO.pow(10 * BINARY_SUFFIXES.indexOf(suffix));
      return new Quantity(number.multiply(new BigDecimal(factor)), Notation.BINARY);
    }
    if (suffix.length() > 1) {
      int exponent = Math.clamp(Integer.parseInt(suffix.substring(1)), -100, 100);
      return new Quantity(number.scaleByPowerOfTen(exponent), Notation.EXPONENT);
    }
    int exponent = 3 * (DECIMAL_SUFFIXES.indexOf(suffix) - 3);
    return new Quantity(number.scaleByPowerOfTen(exponent), Notation.DECIMAL);
  }

  /** No quantity is finer than a nano or larger than 64 bits; it is rounded up or capped. */
  private static BigDecimal bounded(BigDecimal value) {
    BigDecimal fine =
        value.scale() > -SMALLEST_EXPONENT
            ? value.setScale(-SMALLEST_EXPONENT, RoundingMode.UP)
            : value;
    BigDecimal capped = fine.abs().min(LARGEST);
    return (fine.signum() < 0 ? capped.negate() : capped).stripTrailingZeros();
  }

  public boolean isNegative() {
    return value.signum() < 0;
  }

  public boolean isZero() {
    return value.signum() == 0;
  }

  public boolean isIntegral() {
    return value.stripTrailingZeros().scale() <= 0;
  }

  /** The canonical spelling, with the largest suffix that needs no fraction. */
  @Override
  public String toString() {
    if (isZero()) {
      return "0";
    }
    boolean smallBinary =
        notation == Notation.BINARY && value.abs().compareTo(BigDecimal.valueOf(1024)) < 0;
    if (notation == Notation.BINARY && isIntegral() && !smallBinary) {
      return binary();
    }
    return decimal();
  }

  private String binary() {
    BigInteger number = value.toBigInteger();
    int step = 0;
    while (step < BINARY_SUFFIXES.size() - 1
        && number.mod(BigInteger.valueOf(1024)).signum() == 0) {
      number = number.shiftRight(10);
      step++;
    }
    return number + BINARY_SUFFIXES.get(step);
  }

  private String decimal() {
    int exponent = LARGEST_EXPONENT;
    while (exponent > SMALLEST_EXPONENT && !isMultipleOf(exponent)) {
      exponent -= 3;
    }
    BigInteger number = value.scaleByPowerOfTen(-exponent).toBigInteger();
    if (notation == Notation.EXPONENT) {
      return exponent == 0 ? number.toString() : number + "e" + exponent;
    }
    return number + DECIMAL_SUFFIXES.get(exponent / 3 + 3);
  }

  private boolean isMultipleOf(int exponent) {
    return value.scaleByPowerOfTen(-exponent).stripTrailingZeros().scale() <= 0;
  }
}
