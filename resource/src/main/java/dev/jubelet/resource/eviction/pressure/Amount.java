package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Objects;

/** A part of a capacity: so many units, or so many percent of it. Pure. */
public sealed interface Amount {
  BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** How many units that is. */
  long of(long capacity);

  /** As messages write it. */
  String text(long capacity);

  /** Units; {@code written} is how the administrator wrote them. */
  record Fixed(long units, String written) implements Amount {
    @Override
    public long of(long capacity) {
      return units;
    }

    @Override
    public String text(long capacity) {
      return written;
    }
  }

  /** Percent of the capacity, rounded down. */
  record Share(BigDecimal percent) implements Amount {
    @Override
    public long of(long capacity) {
      return BigDecimal.valueOf(capacity)
          .multiply(percent)
          .divideToIntegralValue(HUNDRED)
          .longValue();
    }

    @Override
    public String text(long capacity) {
      return bytes(of(capacity));
    }
  }

  /** Reads {@code 100Mi} or {@code 5%}. */
  static Amount parse(String written) {
    if (written.endsWith("%")) {
      return new Share(new BigDecimal(written.substring(0, written.length() - 1).strip()));
    }
    return new Fixed(Quantities.whole(Quantities.amount(new Quantity(written))), written);
  }

  /** In the largest binary unit that is exact. */
  static String bytes(long bytes) {
    return text(Quantities.ofBytes(bytes));
  }

  /** In the largest decimal unit that is exact. */
  static String pieces(long pieces) {
    return text(Quantities.ofDecimal(pieces));
  }

  /** As the API writes it. */
  static String text(Quantity quantity) {
    return Objects.requireNonNullElse(quantity.getAmount(), "")
        + Objects.requireNonNullElse(quantity.getFormat(), "");
  }
}
