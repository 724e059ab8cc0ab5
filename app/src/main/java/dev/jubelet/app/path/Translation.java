package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.host.SecurityModules;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.pod.translate.ContainerConfigBuilder;
import dev.jubelet.pod.translate.ContainerSettings;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.pod.translate.PodPaths;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.SandboxConfigBuilder;
import dev.jubelet.pod.translate.SandboxSettings;
import dev.jubelet.pod.translate.env.EnvironmentSources;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.pod.translate.net.DnsSettings;
import dev.jubelet.pod.translate.security.IsolationSettings;
import dev.jubelet.pod.translate.security.SecuritySettings;
import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.CgroupVersion;
import dev.jubelet.resource.HugePages;
import dev.jubelet.resource.LinuxResources;
import dev.jubelet.resource.ResourceSettings;
import dev.jubelet.resource.SwapController;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The two builders that put pods into the runtime's words, set up for this node. */
record Translation(SandboxConfigBuilder sandboxes, ContainerConfigBuilder containers) {
  /** What other parts decide about pods. */
  record Surroundings(
      IsolationSettings isolation,
      RuntimeClasses runtimeClasses,
      ObjectValues objects,
      ServiceSource services) {

    static Surroundings of(UserNamespaceAdapter users, ClusterSupplies supplies) {
      return new Surroundings(
          new IsolationSettings(users, pod -> supplies.volumes().claims().groups(PodUid.of(pod))),
          supplies.runtimeClasses(),
          supplies.objects(),
          supplies.services());
    }
  }

  static Translation of(
      KubeletOptions options,
      NodeProfile node,
      CgroupNames cgroups,
      PodPaths paths,
      PodLogPaths logs,
      Surroundings around) {
    KubeletConfig config = options.config();
    LinuxResources resources = new LinuxResources(resourceSettings(config, node));
    String domain = config.get(PodFields.CLUSTER_DOMAIN);
    SandboxSettings sandboxes =
        new SandboxSettings(
            logs,
            new DnsSettings(config.get(PodFields.CLUSTER_DNS), domain, node.ips()),
            around.isolation(),
            pod -> cgroups.parentFor(PodUid.of(pod), QosClass.of(pod)),
            resources::sandbox,
            resources::overhead,
            around.runtimeClasses());
    ContainerSettings containers =
        new ContainerSettings(
            paths,
            domain,
            security(options, paths, node.host().onlineCpus(), around.isolation()),
            new EnvironmentSources(
                around.objects(), around.services(), config.features().enabled("EnvFiles")),
            resources::container,
            config.features().enabled("ContainerStopSignals"));
    return new Translation(
        new SandboxConfigBuilder(sandboxes), new ContainerConfigBuilder(containers));
  }

  private static ResourceSettings resourceSettings(KubeletConfig config, NodeProfile node) {
    HostFacts host = node.host();
    boolean v2 = host.cgroups() == HostFacts.CgroupVersion.V2;
    return new ResourceSettings(
        host.memoryBytes(),
        v2 ? CgroupVersion.V2 : CgroupVersion.V1,
        config.get(PodFields.CPU_CFS_QUOTA),
        config.get(PodFields.CPU_CFS_QUOTA_PERIOD),
        config.find(ResourceFields.SINGLE_PROCESS_OOM_KILL).orElse(!v2),
        MemoryAssembly.settings(config, node, swapController().isPresent()),
        HugePages.sizes(HugePages.POOLS));
  }

  private static SwapController swapController() {
    return new SwapController(
        CgroupMounts.read(CgroupMounts.MOUNT_TABLE, CgroupMounts.USUAL_TOP), Path.of("/proc"));
  }

  private static SecuritySettings security(
      KubeletOptions options, PodPaths paths, int cpus, IsolationSettings isolation) {
    List<String> throttles = new ArrayList<>();
    for (int cpu = 0; cpu < cpus; cpu++) {
      String path = "/sys/devices/system/cpu/cpu" + cpu + "/thermal_throttle";
      if (Files.exists(Path.of(path))) {
        throttles.add(path);
      }
    }
    return new SecuritySettings(
        paths.seccompProfiles(),
        options.seccompDefault(),
        SecurityModules.read().selinux(),
        throttles,
        isolation);
  }
}
