package dev.jubelet.resource.eviction;

import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * How many bytes may be used.
 *
 * @param text as the API writes it
 */
record StorageLimit(String text, BigDecimal bytes) {

  static StorageLimit of(Quantity written) {
    return new StorageLimit(text(written), Quantities.amount(written));
  }

  /** What came of several limits, in the kind of units that one of them is written in. */
  static StorageLimit like(StorageLimit one, BigDecimal bytes) {
    if (one.bytes.compareTo(bytes) == 0) {
      return one;
    }
    long whole = Quantities.whole(bytes);
    boolean binary = one.text.endsWith("i");
    return new StorageLimit(
        text(binary ? Quantities.ofBytes(whole) : Quantities.ofDecimal(whole)), bytes);
  }

  private static String text(Quantity quantity) {
    return Objects.requireNonNullElse(quantity.getAmount(), "")
        + Objects.requireNonNullElse(quantity.getFormat(), "");
  }

  boolean isPositive() {
    return bytes.signum() > 0;
  }

  boolean isExceededBy(long used) {
    return BigDecimal.valueOf(used).compareTo(bytes) > 0;
  }

  /** Which part of it is used: 1 for all. */
  double fullness(long used) {
    return isPositive() ? used / bytes.doubleValue() : 0;
  }
}
