package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.base.GoDuration;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Thresholds at which pods are evicted. */
final class EvictionRules {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final Pattern ZERO = Pattern.compile("[+-]?0*\\.?0+[a-zA-Z]*");
  private static final Set<String> SIGNALS =
      Set.of(
          "memory.available",
          "nodefs.available",
          "nodefs.inodesFree",
          "imagefs.available",
          "imagefs.inodesFree",
          "containerfs.available",
          "containerfs.inodesFree",
          "allocatableMemory.available",
          "pid.available");

  private EvictionRules() {}

  static void check(Findings findings) {
    checkAmounts(findings, EvictionFields.EVICTION_HARD);
    checkAmounts(findings, EvictionFields.EVICTION_SOFT);
    checkPositive(findings, EvictionFields.EVICTION_HARD);
    checkPositive(findings, EvictionFields.EVICTION_SOFT);
    checkAmounts(findings, EvictionFields.EVICTION_MINIMUM_RECLAIM);
    Map<String, String> periods = findings.get(EvictionFields.EVICTION_SOFT_GRACE_PERIOD);
    periods.forEach((signal, period) -> checkPeriod(findings, signal, period));
    for (String signal : findings.get(EvictionFields.EVICTION_SOFT).keySet()) {
      if (!periods.containsKey(signal)) {
        findings.addAt(
            EvictionFields.EVICTION_SOFT,
            "[" + signal + "]",
            "needs a grace period in evictionSoftGracePeriod");
      }
    }
  }

  private static void checkAmounts(Findings findings, Field<Map<String, String>> field) {
    findings
        .get(field)
        .forEach(
            (signal, amount) -> {
              String inside = "[" + signal + "]";
              requireSignal(findings, field, signal);
              findings.parses(field, inside, () -> requireAmount(amount));
            });
  }

  /** A threshold that nothing can be below would only look like one. */
  private static void checkPositive(Findings findings, Field<Map<String, String>> field) {
    findings
        .get(field)
        .forEach(
            (signal, amount) -> {
              if (ZERO.matcher(amount).matches()) {
                findings.addAt(field, "[" + signal + "]", "must be positive, but is " + amount);
              }
            });
  }

  private static void requireSignal(Findings findings, Field<?> field, String signal) {
    if (!SIGNALS.contains(signal)) {
      findings.addAt(field, "[" + signal + "]", "is not a known eviction signal");
    }
  }

  private static void requireAmount(String amount) {
    if (amount.endsWith("%")) {
      BigDecimal share = percent(amount);
      if (share.signum() < 0 || share.compareTo(HUNDRED) > 0) {
        throw new IllegalArgumentException("must be between 0% and 100%, but is " + amount);
      }
    } else if (Quantity.parse(amount).isNegative()) {
      throw new IllegalArgumentException("must not be negative, but is " + amount);
    }
  }

  private static BigDecimal percent(String amount) {
    try {
      return new BigDecimal(amount.substring(0, amount.length() - 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + amount + "\" is not a percentage", e);
    }
  }

  private static void checkPeriod(Findings findings, String signal, String period) {
    Field<?> field = EvictionFields.EVICTION_SOFT_GRACE_PERIOD;
    requireSignal(findings, field, signal);
    findings.parses(
        field,
        "[" + signal + "]",
        () -> {
          if (GoDuration.parse(period).isNegative()) {
            throw new IllegalArgumentException("must not be negative, but is " + period);
          }
        });
  }
}
