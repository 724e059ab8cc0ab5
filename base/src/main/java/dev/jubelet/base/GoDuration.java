package dev.jubelet.base;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/**
 * Durations in the notation of Go ({@code 1h15m30.5s}, {@code 100ms}), which is how configuration
 * files, flags and messages of programs written in Go spell them. The range is that of 64-bit
 * nanoseconds.
 */
public final class GoDuration {
  private static final long MICRO = 1_000L;
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L, "us", MICRO, "µs", MICRO, "μs", MICRO, "ms", MILLI, "s", SECOND, "m", MINUTE,
          "h", HOUR);

  private GoDuration() {}

  /** Throws {@link IllegalArgumentException} with the rule that the text breaks. */
  public static Duration parse(String text) {
    boolean negative = text.startsWith("-");
    String rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Duration.ZERO;
    }
    if (rest.isEmpty()) {
      throw malformed(text);
    }
    BigInteger sum = BigInteger.ZERO;
    int at = 0;
    while (at < rest.length()) {
      int unitAt = endOfNumber(rest, at);
      int next = endOfUnit(rest, unitAt);
      sum = sum.add(part(text, rest.substring(at, unitAt), rest.substring(unitAt, next)));
      at = next;
    }
    BigInteger signed = negative ? sum.negate() : sum;
    if (signed.bitLength() > 63) {
      throw new IllegalArgumentException("duration \"" + text + "\" is out of range");
    }
    return Duration.ofNanos(signed.longValue());
  }

  private static BigInteger part(String whole, String number, String unit) {
    Long scale = UNITS.get(unit);
    if (scale == null || number.isEmpty() || number.equals(".")) {
      throw malformed(whole);
    }
    String digits = number.endsWith(".") ? number + "0" : number;
    return new BigDecimal(digits)
        .multiply(BigDecimal.valueOf(scale))
        .setScale(0, RoundingMode.DOWN)
        .toBigInteger();
  }

  private static int endOfNumber(String text, int from) {
    int at = from;
    boolean dotSeen = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean dot = c == '.' && !dotSeen;
      if (!dot && (c < '0' || c > '9')) {
        break;
      }
      dotSeen |= dot;
      at++;
    }
    return at;
  }

  private static int endOfUnit(String text, int from) {
    int at = from;
    while (at < text.length()
        && text.charAt(at) != '.'
        && (text.charAt(at) < '0' || text.charAt(at) > '9')) {
      at++;
    }
    return at;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is not a duration such as \"30s\", \"1m30s\" or \"100ms\"");
  }

  /** The canonical Go spelling: {@code 2m0s}, {@code 1.5s}, {@code 100ms}, {@code 0s}. */
  public static String format(Duration duration) {
    BigInteger nanos =
        BigInteger.valueOf(duration.getSeconds())
            .multiply(BigInteger.valueOf(SECOND))
            .add(BigInteger.valueOf(duration.getNano()));
    String sign = nanos.signum() < 0 ? "-" : "";
    BigInteger size = nanos.abs();
    if (size.compareTo(BigInteger.valueOf(SECOND)) < 0) {
      return sign + belowSecond(size.longValue());
    }
    BigInteger[] minutes = size.divideAndRemainder(BigInteger.valueOf(MINUTE));
    BigInteger[] hours = minutes[0].divideAndRemainder(BigInteger.valueOf(60));
    StringBuilder text = new StringBuilder(sign);
    if (hours[0].signum() > 0) {
      text.append(hours[0]).append('h');
    }
    if (minutes[0].signum() > 0) {
      text.append(hours[1]).append('m');
    }
    return text.append(decimal(minutes[1].longValue(), SECOND)).append('s').toString();
  }

  private static String belowSecond(long nanos) {
    if (nanos == 0) {
      return "0s";
    }
    if (nanos < MICRO) {
      return nanos + "ns";
    }
    return nanos < MILLI ? decimal(nanos, MICRO) + "µs" : decimal(nanos, MILLI) + "ms";
  }

  private static String decimal(long nanos, long unit) {
    BigDecimal value = BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(unit));
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
