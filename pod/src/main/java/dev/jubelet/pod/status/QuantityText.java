package dev.jubelet.pod.status;

import static java.math.RoundingMode.CEILING;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;

/** Writes amounts in the shortest form that the API server would choose. Pure. */
final class QuantityText {
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

  private QuantityText() {}

  static Quantity sum(String resource, Quantity a, Quantity b) {
    BigDecimal sum = a.getNumericalAmount().add(b.getNumericalAmount());
    return resource.equals("cpu")
        ? ofMillis(sum.multiply(BigDecimal.valueOf(1000)).setScale(0, CEILING).longValue())
        : ofBytes(sum.setScale(0, CEILING).longValue());
  }

  static Quantity ofMillis(long millis) {
    return millis % 1000 == 0
        ? new Quantity(Long.toString(millis / 1000))
        : new Quantity(Long.toString(millis), "m");
  }

  static Quantity ofBytes(long bytes) {
    long amount = bytes;
    int power = 0;
    while (amount != 0 && amount % 1024 == 0) {
      amount /= 1024;
      power++;
    }
    return new Quantity(Long.toString(amount), BINARY.get(power));
  }
}
