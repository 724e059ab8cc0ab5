package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.PodFields;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** What pods get. */
final class PodConfigRules {
  private static final Duration DEFAULT_QUOTA_PERIOD = Duration.ofMillis(100);
  private static final Duration SHORTEST_QUOTA_PERIOD = Duration.ofMillis(1);
  private static final Duration LONGEST_QUOTA_PERIOD = Duration.ofSeconds(1);
  private static final long IDS_UNIT = 65536;
  private static final long MOST_IDS = 0xFFFF_FFFFL;
  private static final Pattern SYSCTL =
      Pattern.compile("[a-z0-9]([-_a-z0-9]*[a-z0-9])?([./][a-z0-9_*-]*)*\\*?");
  private static final List<String> SYSCTL_GROUPS =
      List.of("kernel.shm", "kernel.msg", "kernel.sem", "fs.mqueue.", "net.");

  private PodConfigRules() {}

  static void check(Findings findings) {
    findings.atLeast(PodFields.MAX_PODS, 0);
    findings.atLeast(PodFields.PODS_PER_CORE, 0);
    findings.between(PodFields.IPTABLES_MASQUERADE_BIT, 0, 31);
    findings.between(PodFields.IPTABLES_DROP_BIT, 0, 31);
    findings.oneOf(PodFields.HAIRPIN_MODE, "promiscuous-bridge", "hairpin-veth", "none");
    findings.oneOf(
        PodFields.CONFIG_MAP_AND_SECRET_CHANGE_DETECTION_STRATEGY, "Get", "Cache", "Watch");
    checkQuotaPeriod(findings);
    checkIdsPerPod(findings);
    for (String sysctl : findings.get(PodFields.ALLOWED_UNSAFE_SYSCTLS)) {
      if (!isNamespaced(sysctl)) {
        findings.add(
            PodFields.ALLOWED_UNSAFE_SYSCTLS,
            "\"" + sysctl + "\" is not a sysctl, or prefix with *, that belongs to a pod");
      }
    }
  }

  private static void checkQuotaPeriod(Findings findings) {
    Duration period = findings.get(PodFields.CPU_CFS_QUOTA_PERIOD);
    if (findings.enabled("CustomCPUCFSQuotaPeriod")) {
      findings.require(
          period.compareTo(SHORTEST_QUOTA_PERIOD) >= 0
              && period.compareTo(LONGEST_QUOTA_PERIOD) <= 0,
          PodFields.CPU_CFS_QUOTA_PERIOD,
          "must be between 1ms and 1s, inclusive");
    } else {
      findings.require(
          period.equals(DEFAULT_QUOTA_PERIOD),
          PodFields.CPU_CFS_QUOTA_PERIOD,
          "must be 100ms while the feature gate CustomCPUCFSQuotaPeriod is off");
    }
  }

  private static void checkIdsPerPod(Findings findings) {
    if (findings.config().find(PodFields.IDS_PER_POD).isEmpty()) {
      return;
    }
    findings.between(PodFields.IDS_PER_POD, IDS_UNIT, MOST_IDS);
    findings.require(
        findings.get(PodFields.IDS_PER_POD) % IDS_UNIT == 0,
        PodFields.IDS_PER_POD,
        "must be a multiple of " + IDS_UNIT);
  }

  private static boolean isNamespaced(String sysctl) {
    String name = sysctl.replace('/', '.');
    int star = name.indexOf('*');
    boolean starOnlyAtEnd = star < 0 || star == name.length() - 1;
    return starOnlyAtEnd
        && SYSCTL.matcher(name).matches()
        && SYSCTL_GROUPS.stream().anyMatch(name::startsWith);
  }
}
