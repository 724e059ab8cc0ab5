package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Exact arithmetic on Kubernetes quantities. Nothing is lost on the way in; a fraction that a whole
 * number cannot hold is rounded away from zero, as Kubernetes does, so that nobody gets less than
 * was asked for.
 */
public final class Quantities {
  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(?:[eE]([+-]?\\d{1,3})|([KMGTPE]i|[numkMGTPE]))?");
  private static final Map<String, Integer> DECIMAL_EXPONENTS =
      Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final String BINARY_UNITS = "KMGTPE";
  private static final String DECIMAL_UNITS = "kMGTPE";
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Quantities() {}

  /** The value in the resource's own unit (cores, bytes, pieces). */
  public static BigDecimal amount(Quantity quantity) {
    String text = text(quantity.getAmount()) + text(quantity.getFormat());
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is not a quantity, such as 500m or 2Gi");
    }
    BigDecimal number = new BigDecimal(form.group(1));
    String exponent = form.group(2);
    if (exponent != null) {
      return number.scaleByPowerOfTen(Integer.parseInt(exponent));
    }
    return number.multiply(factor(form.group(3)));
  }

  /** Thousandths of the unit, as CPU is counted. */
  public static long milli(BigDecimal amount) {
    return whole(amount.movePointRight(3));
  }

  /** Whole units, as bytes are counted; more than a long holds counts as the largest long. */
  public static long whole(BigDecimal amount) {
    return amount.setScale(0, RoundingMode.UP).min(LARGEST).max(LARGEST.negate()).longValue();
  }

  /** In the form CPU is written: {@code 2} or {@code 1500m}. */
  public static Quantity ofMilli(long milli) {
    return milli % 1000 == 0
        ? new Quantity(Long.toString(milli / 1000))
        : new Quantity(Long.toString(milli), "m");
  }

  /** In the form memory is written: the largest binary unit that is exact. */
  public static Quantity ofBytes(long bytes) {
    return inUnits(bytes, 1024, BINARY_UNITS, "i");
  }

  /** In the largest decimal unit that is exact. */
  public static Quantity ofDecimal(long whole) {
    return inUnits(whole, 1000, DECIMAL_UNITS, "");
  }

  private static Quantity inUnits(long whole, int step, String units, String ending) {
    long number = whole;
    int unit = 0;
    while (number != 0 && number % step == 0 && unit < units.length()) {
      number /= step;
      unit++;
    }
    return new Quantity(Long.toString(number), unit == 0 ? "" : units.charAt(unit - 1) + ending);
  }

  private static BigDecimal factor(@Nullable String unit) {
    if (unit == null) {
      return BigDecimal.ONE;
    }
    if (unit.endsWith("i")) {
      return BigDecimal.valueOf(1024).pow(BINARY_UNITS.indexOf(unit.charAt(0)) + 1);
    }
    return BigDecimal.ONE.scaleByPowerOfTen(DECIMAL_EXPONENTS.getOrDefault(unit, 0));
  }

  private static String text(@Nullable String part) {
    return part == null ? "" : part;
  }
}
