package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.value.CpuList;
import dev.jubelet.app.config.value.Quantity;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is set aside for the system and the agent, and how that is enforced. */
final class AllocatableRules {
  private static final Set<String> RESERVABLE = Set.of("cpu", "memory", "ephemeral-storage", "pid");
  private static final String NONE = "none";
  private static final String COMPRESSIBLE = "-compressible";
  private static final String SYSTEM = "system-reserved";
  private static final String KUBE = "kube-reserved";
  private static final Set<String> ENFORCEABLE =
      Set.of(NONE, "pods", SYSTEM, SYSTEM + COMPRESSIBLE, KUBE, KUBE + COMPRESSIBLE);

  private AllocatableRules() {}

  static void check(Findings findings) {
    checkReserved(findings, ResourceFields.SYSTEM_RESERVED);
    checkReserved(findings, ResourceFields.KUBE_RESERVED);
    checkReservedCpus(findings);
    checkEnforcement(findings);
  }

  private static void checkReserved(Findings findings, Field<Map<String, String>> field) {
    findings
        .get(field)
        .forEach(
            (resource, amount) -> {
              String inside = "[" + resource + "]";
              if (!RESERVABLE.contains(resource)) {
                findings.addAt(
                    field, inside, "only cpu, memory, ephemeral-storage and pid can be reserved");
              } else {
                findings.parses(field, inside, () -> requireAmount(amount));
              }
            });
  }

  private static void requireAmount(String amount) {
    if (Quantity.parse(amount).isNegative()) {
      throw new IllegalArgumentException("must not be negative, but is " + amount);
    }
  }

  private static void checkReservedCpus(Findings findings) {
    String cpus = findings.get(ResourceFields.RESERVED_SYSTEM_CPUS);
    if (cpus.isEmpty()) {
      return;
    }
    findings.parses(ResourceFields.RESERVED_SYSTEM_CPUS, "", () -> CpuList.parse(cpus));
    if (!findings.get(ResourceFields.SYSTEM_RESERVED_CGROUP).isEmpty()
        || !findings.get(ResourceFields.KUBE_RESERVED_CGROUP).isEmpty()) {
      findings.add(
          ResourceFields.RESERVED_SYSTEM_CPUS,
          "cannot be used together with systemReservedCgroup or kubeReservedCgroup");
    }
  }

  private static void checkEnforcement(Findings findings) {
    List<String> keys = findings.get(ResourceFields.ENFORCE_NODE_ALLOCATABLE);
    Set<String> seen = new HashSet<>();
    for (String key : keys) {
      if (!seen.add(key)) {
        findings.add(ResourceFields.ENFORCE_NODE_ALLOCATABLE, "\"" + key + "\" stands twice");
      } else if (!ENFORCEABLE.contains(key)) {
        findings.add(
            ResourceFields.ENFORCE_NODE_ALLOCATABLE,
            "\""
                + key
                + "\" is not one of "
                + String.join(", ", ENFORCEABLE.stream().sorted().toList()));
      }
    }
    checkCombination(findings, seen);
  }

  private static void checkCombination(Findings findings, Set<String> keys) {
    if (keys.contains(NONE) && keys.size() > 1) {
      findings.add(ResourceFields.ENFORCE_NODE_ALLOCATABLE, "\"none\" must stand alone");
    }
    checkKind(findings, keys, SYSTEM, ResourceFields.SYSTEM_RESERVED_CGROUP);
    checkKind(findings, keys, KUBE, ResourceFields.KUBE_RESERVED_CGROUP);
    boolean enforces =
        keys.stream().anyMatch(key -> ENFORCEABLE.contains(key) && !key.equals(NONE));
    if (enforces && !findings.get(ResourceFields.CGROUPS_PER_QOS)) {
      findings.add(
          ResourceFields.CGROUPS_PER_QOS,
          "must be true while enforceNodeAllocatable is not [none] or empty");
    }
  }

  private static void checkKind(
      Findings findings, Set<String> keys, String kind, Field<String> cgroup) {
    boolean whole = keys.contains(kind);
    boolean compressible = keys.contains(kind + COMPRESSIBLE);
    if (whole && compressible) {
      findings.add(
          ResourceFields.ENFORCE_NODE_ALLOCATABLE,
          "\"" + kind + "\" and \"" + kind + COMPRESSIBLE + "\" exclude one another");
    }
    if ((whole || compressible) && findings.get(cgroup).isEmpty()) {
      findings.add(cgroup, "must be set when enforceNodeAllocatable has " + kind);
    }
  }
}
