package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.value.MemoryReservation;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** CPU, memory and topology policies. */
final class PlacementRules {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}|100)%");

  private PlacementRules() {}

  static void check(Findings findings) {
    findings.oneOf(ResourceFields.CPU_MANAGER_POLICY, "none", "static");
    findings.oneOf(ResourceFields.MEMORY_MANAGER_POLICY, "None", "Static");
    findings.oneOf(
        ResourceFields.TOPOLOGY_MANAGER_POLICY,
        "none",
        "best-effort",
        "restricted",
        "single-numa-node");
    findings.oneOf(ResourceFields.TOPOLOGY_MANAGER_SCOPE, "container", "pod");
    checkQosReserved(findings, findings.get(ResourceFields.QOS_RESERVED));
    checkReservedMemory(findings);
  }

  private static void checkQosReserved(Findings findings, Map<String, String> reserved) {
    if (!reserved.isEmpty() && !findings.enabled("QOSReserved")) {
      findings.add(ResourceFields.QOS_RESERVED, "needs the feature gate QOSReserved");
    }
    reserved.forEach(
        (resource, share) -> {
          if (!resource.equals("memory") || !PERCENT.matcher(share).matches()) {
            findings.addAt(
                ResourceFields.QOS_RESERVED,
                "[" + resource + "]",
                "only memory can be given, as 0% to 100%");
          }
        });
  }

  private static void checkReservedMemory(Findings findings) {
    Set<String> seen = new HashSet<>();
    for (MemoryReservation reservation : findings.get(ResourceFields.RESERVED_MEMORY)) {
      String node = "[numaNode " + reservation.numaNode() + "]";
      reservation
          .limits()
          .forEach(
              (type, amount) -> {
                String inside = node + "[" + type + "]";
                if (!type.equals("memory") && !type.startsWith("hugepages-")) {
                  findings.addAt(
                      ResourceFields.RESERVED_MEMORY, inside, "must be memory or hugepages-*");
                }
                if (amount.isZero() || amount.isNegative()) {
                  findings.addAt(
                      ResourceFields.RESERVED_MEMORY, inside, "must be greater than zero");
                }
                if (!seen.add(inside)) {
                  findings.addAt(ResourceFields.RESERVED_MEMORY, inside, "stands twice");
                }
              });
    }
  }
}
