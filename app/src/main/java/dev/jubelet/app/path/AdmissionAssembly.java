package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.edge.host.SecurityModules;
import dev.jubelet.pod.admit.AdmissionRules;
import dev.jubelet.pod.admit.KernelVersion;
import dev.jubelet.pod.admit.NodeView;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.sync.Admitter;
import dev.jubelet.volume.UnsupportedVolumes;
import java.util.List;

/** Admission with the rules and facts of this node. */
final class AdmissionAssembly {
  private AdmissionAssembly() {}

  static Admitter admitter(AgentContext in, ClusterSupplies supplies, RuntimeHealth health) {
    KubeletConfig config = in.options().config();
    NodeProfile profile = in.node();
    boolean appArmor = SecurityModules.read().appArmor();
    boolean inCluster = supplies.sources().inCluster();
    KernelVersion kernel = KernelVersion.parse(profile.host().kernelRelease());
    return new Admitter(
        new AdmissionRules(
            config.get(PodFields.ALLOWED_UNSAFE_SYSCTLS),
            pod -> inCluster ? List.of() : UnsupportedVolumes.in(pod),
            config.features()::enabled,
            in.shutdown()::isGiven),
        () ->
            new NodeView(
                profile.name(),
                "linux",
                profile.labels(),
                List.of(),
                profile.allocatable(),
                kernel,
                new NodeView.Abilities(health.abilities().supplementalGroupsPolicy(), appArmor),
                in.pressures().now()),
        supplies.node(),
        in.meters().pods);
  }
}
