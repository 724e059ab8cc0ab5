package dev.jubelet.pod.status;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** Writes amounts in the shortest form that the API server would choose. Pure. */
final class Quantities {
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

  private Quantities() {}

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
