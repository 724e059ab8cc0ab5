package dev.jubelet.resource;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** What of a node's capacity is left for pods. */
public final class NodeAllocatable {
  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private NodeAllocatable() {}

  /**
   * Capacity less what is kept for the system, for Kubernetes itself and for the hard eviction
   * thresholds, never less than zero. Memory that is set aside as huge pages is no memory for
   * others. Only what the node has a capacity of is in the result.
   */
  public static Map<String, Quantity> of(
      Map<String, Quantity> capacity,
      Map<String, Quantity> systemReserved,
      Map<String, Quantity> kubeReserved,
      Map<String, Quantity> hardEviction) {
    Amounts reserved =
        Amounts.of(systemReserved)
            .plus(Amounts.of(kubeReserved))
            .plus(Amounts.of(hardEviction))
            .plus(Amounts.of(Map.of(Amounts.MEMORY, hugePages(capacity))));
    Map<String, Quantity> allocatable = new HashMap<>();
    Amounts.of(capacity)
        .byName()
        .forEach(
            (name, has) ->
                allocatable.put(
                    name, quantity(name, has.subtract(reserved.get(name)).max(BigDecimal.ZERO))));
    return Map.copyOf(allocatable);
  }

  private static Quantity hugePages(Map<String, Quantity> capacity) {
    return Quantities.ofBytes(
        capacity.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(Amounts.HUGE_PAGES_PREFIX))
            .mapToLong(entry -> Quantities.whole(Quantities.amount(entry.getValue())))
            .sum());
  }

  /**
   * What a hard eviction threshold such as {@code 100Mi} or {@code 5%} keeps of a capacity; none of
   * it and all of it mean that there is no threshold.
   */
  public static Quantity threshold(String written, Quantity capacity) {
    if (!written.endsWith("%")) {
      return new Quantity(written);
    }
    BigDecimal percent = new BigDecimal(written.substring(0, written.length() - 1).strip());
    if (percent.compareTo(ALL) == 0) {
      return new Quantity("0");
    }
    BigDecimal kept = Quantities.amount(capacity).multiply(percent).movePointLeft(2);
    return Quantities.ofBytes(Quantities.whole(kept));
  }

  private static Quantity quantity(String name, BigDecimal amount) {
    if (name.equals(Amounts.CPU)) {
      return Quantities.ofMilli(Quantities.milli(amount));
    }
    long whole = Quantities.whole(amount);
    boolean bytes =
        name.equals(Amounts.MEMORY)
            || name.equals(Amounts.EPHEMERAL_STORAGE)
            || name.startsWith(Amounts.HUGE_PAGES_PREFIX);
    return bytes ? Quantities.ofBytes(whole) : new Quantity(Long.toString(whole));
  }
}
