package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** Exact amounts by resource name; a resource that is not named counts as zero. */
public record Amounts(Map<String, BigDecimal> byName) {
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
  public static final String PODS = "pods";
  public static final String PID = "pid";
  public static final String HUGE_PAGES_PREFIX = "hugepages-";

  public static final Amounts NONE = new Amounts(Map.of());

  public Amounts {
    byName = Map.copyOf(byName);
  }

  public static Amounts of(@Nullable Map<String, Quantity> quantities) {
    if (quantities == null || quantities.isEmpty()) {
      return NONE;
    }
    Map<String, BigDecimal> amounts = new HashMap<>();
    quantities.forEach((name, quantity) -> amounts.put(name, Quantities.amount(quantity)));
    return new Amounts(amounts);
  }

  public BigDecimal get(String name) {
    return byName.getOrDefault(name, BigDecimal.ZERO);
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  public boolean isPositive(String name) {
    return get(name).signum() > 0;
  }

  public long milliCpu() {
    return Quantities.milli(get(CPU));
  }

  public long memoryBytes() {
    return Quantities.whole(get(MEMORY));
  }

  /** The names in alphabetical order. */
  public Set<String> names() {
    return new TreeMap<>(byName).keySet();
  }

  public Amounts plus(Amounts other) {
    return combined(other, BigDecimal::add);
  }

  public Amounts minus(Amounts other) {
    Map<String, BigDecimal> result = new HashMap<>(byName);
    other.byName.forEach((name, amount) -> result.merge(name, amount.negate(), BigDecimal::add));
    return new Amounts(result);
  }

  /** The larger of the two for each resource. */
  public Amounts max(Amounts other) {
    return combined(other, BigDecimal::max);
  }

  /** These, and the other's where these say nothing. */
  public Amounts orElse(Amounts other) {
    return combined(other, (mine, theirs) -> mine);
  }

  private Amounts combined(Amounts other, BinaryOperator<BigDecimal> both) {
    Map<String, BigDecimal> result = new HashMap<>(byName);
    other.byName.forEach((name, amount) -> result.merge(name, amount, both));
    return new Amounts(result);
  }
}
