package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ResourceFields;
import java.util.List;

/** The cgroup tree, swap and memory quality of service. */
final class CgroupRules {
  private CgroupRules() {}

  static void check(Findings findings) {
    findings.oneOf(ResourceFields.CGROUP_DRIVER, "cgroupfs", "systemd");
    if (!findings.get(ResourceFields.SYSTEM_CGROUPS).isEmpty()
        && findings.get(ResourceFields.CGROUP_ROOT).isEmpty()) {
      findings.add(ResourceFields.SYSTEM_CGROUPS, "needs cgroupRoot to be set too");
    }
    findings.oneOf(ResourceFields.SWAP_BEHAVIOR, "", "NoSwap", "LimitedSwap");
    checkMemoryQos(findings);
  }

  private static void checkMemoryQos(Findings findings) {
    double factor = findings.get(ResourceFields.MEMORY_THROTTLING_FACTOR);
    findings.require(
        factor > 0 && factor <= 1,
        ResourceFields.MEMORY_THROTTLING_FACTOR,
        "must be greater than 0 and at most 1.0");
    findings.oneOf(ResourceFields.MEMORY_RESERVATION_POLICY, "None", "TieredReservation");
    if (findings.get(ResourceFields.MEMORY_RESERVATION_POLICY).equals("TieredReservation")
        && !findings.enabled("MemoryQoS")) {
      findings.add(ResourceFields.MEMORY_RESERVATION_POLICY, "needs the feature gate MemoryQoS");
    }
  }

  static List<String> warnings(KubeletConfig config) {
    String kubelet = config.get(ResourceFields.KUBELET_CGROUPS);
    String reserved = config.get(ResourceFields.KUBE_RESERVED_CGROUP);
    boolean outside = !kubelet.isEmpty() && !reserved.isEmpty() && !kubelet.startsWith(reserved);
    return outside
        ? List.of("kubeletCgroups: " + kubelet + " is not below kubeReservedCgroup " + reserved)
        : List.of();
  }
}
