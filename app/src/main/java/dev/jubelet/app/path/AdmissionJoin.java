package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.metric.PodMeter;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.edge.host.SecurityModules;
import dev.jubelet.pod.admit.ActivePods;
import dev.jubelet.pod.admit.AdmissionRules;
import dev.jubelet.pod.admit.Candidate;
import dev.jubelet.pod.admit.KernelVersion;
import dev.jubelet.pod.admit.NodeFacts;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.volume.UnsupportedVolumes;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Joins the rules of admission with what is known of the node. Labels and taints are those of the
 * Node object, which people change at any time; a pod that would be refused for its labels waits
 * until the object has been read again.
 *
 * <p>Thread: the sync loop.
 */
record AdmissionJoin(
    AdmissionRules rules,
    NodeProfile profile,
    Optional<NodeView> view,
    Supplier<NodeFacts.Abilities> abilities,
    PodMeter meter) {
  private static final String BY_LABELS = "NodeAffinity";

  static AdmissionJoin of(
      PodPathAssembly.Inputs in, ClusterSupplies supplies, RuntimeHealth health) {
    KubeletConfig config = in.options().config();
    boolean appArmor = SecurityModules.read().appArmor();
    boolean inCluster = supplies.sources().inCluster();
    return new AdmissionJoin(
        new AdmissionRules(
            config.get(PodFields.ALLOWED_UNSAFE_SYSCTLS),
            pod -> inCluster ? List.of() : UnsupportedVolumes.in(pod),
            config.features()::enabled),
        in.node(),
        in.cluster().map(ClusterSupplies::node),
        () -> new NodeFacts.Abilities(health.abilities().supplementalGroupsPolicy(), appArmor),
        in.meters().pods);
  }

  Admission admit(Pod pod, ActivePods others, boolean nodeWasRead) {
    Admission verdict = rules.check(new Candidate(pod, others, facts()));
    if (verdict instanceof Admission.AfterPreemption(List<Pod> victims, String shortOf)) {
      meter.preempted(victims.size(), shortOf);
    }
    if (!(verdict instanceof Admission.Rejected rejected)) {
      return verdict;
    }
    if (view.isPresent() && !nodeWasRead && rejected.reason().equals(BY_LABELS)) {
      return new Admission.AfterNodeRead(rejected);
    }
    meter.rejected(pod, rejected);
    return rejected;
  }

  private NodeFacts facts() {
    Optional<Node> node = view.flatMap(NodeView::last);
    return new NodeFacts(
        profile.name(),
        "linux",
        node.map(AdmissionJoin::labels).orElse(profile.labels()),
        node.map(known -> known.getSpec().getTaints()).orElse(List.of()),
        profile.allocatable(),
        KernelVersion.parse(profile.host().kernelRelease()),
        abilities.get());
  }

  private static Map<String, String> labels(Node node) {
    return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
  }
}
