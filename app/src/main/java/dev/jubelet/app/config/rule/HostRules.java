package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.value.CpuList;
import java.util.List;

/** Rules that depend on the machine. Call them for a configuration that passes the other rules. */
public final class HostRules {
  private HostRules() {}

  public static List<Problem> check(KubeletConfig config, HostRequirements host) {
    Findings findings = new Findings(config);
    if (!host.cgroupV2()) {
      checkCgroupV1(findings);
    }
    if (findings.get(ResourceFields.FAIL_SWAP_ON) && !host.activeSwap().isEmpty()) {
      findings.add(
          ResourceFields.FAIL_SWAP_ON,
          "swap is on (%s); turn it off or set failSwapOn to false"
              .formatted(String.join(", ", host.activeSwap())));
    }
    CpuList reserved = CpuList.parse(findings.get(ResourceFields.RESERVED_SYSTEM_CPUS));
    if (!host.onlineCpus().containsAll(reserved)) {
      findings.add(
          ResourceFields.RESERVED_SYSTEM_CPUS,
          "%s is not a subset of the online CPUs %s".formatted(reserved, host.onlineCpus()));
    }
    return findings.problems();
  }

  private static void checkCgroupV1(Findings findings) {
    if (findings.get(ResourceFields.FAIL_CGROUP_V1)) {
      findings.add(
          ResourceFields.FAIL_CGROUP_V1,
          "this host uses cgroup v1; set failCgroupV1 to false to run on it nevertheless");
    }
    if (findings.get(ResourceFields.SWAP_BEHAVIOR).equals("LimitedSwap")) {
      findings.add(ResourceFields.SWAP_BEHAVIOR, "LimitedSwap needs cgroup v2");
    }
    if (!findings.config().find(ResourceFields.SINGLE_PROCESS_OOM_KILL).orElse(true)) {
      findings.add(ResourceFields.SINGLE_PROCESS_OOM_KILL, "must not be false on a cgroup v1 host");
    }
  }
}
