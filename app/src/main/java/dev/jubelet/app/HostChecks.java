package dev.jubelet.app;

import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.rule.HostRequirements;
import dev.jubelet.app.config.rule.HostRules;
import dev.jubelet.app.config.value.CpuList;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.edge.host.HostFacts;
import java.util.List;

/** What the configuration demands of this machine. */
final class HostChecks {
  private HostChecks() {}

  static List<Problem> check(KubeletOptions options, HostFacts host) {
    CpuList online = CpuList.parse("0-" + (host.onlineCpus() - 1));
    return HostRules.check(
        options.config(),
        new HostRequirements(
            host.cgroups() == HostFacts.CgroupVersion.V2,
            host.swap().stream().map(HostFacts.SwapArea::file).toList(),
            online));
  }
}
