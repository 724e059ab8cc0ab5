package dev.jubelet.app.metric;

import dev.jubelet.app.features.FeatureGate;
import dev.jubelet.app.features.FeatureGateTable;
import dev.jubelet.app.features.FeatureGates;
import dev.jubelet.app.flags.KubeletVersion;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import java.util.List;

/** What the agent is: facts that do not change while it runs. */
public final class AgentGauges {
  private static final List<String> BUILD_LABELS =
      List.of(
          "build_date",
          "compiler",
          "git_commit",
          "git_tree_state",
          "git_version",
          "go_version",
          "major",
          "minor",
          "platform");

  private AgentGauges() {}

  public static void addTo(
      MetricRegistry registry, String nodeName, int cgroupVersion, FeatureGates gates) {
    registry.add(
        constant(
            "kubelet_node_name",
            "[ALPHA] The node's name. The count is always 1.",
            "node",
            nodeName));
    registry.add(
        constant(
            "kubelet_metrics_provider",
            "[ALPHA] Which provider the container metrics come from. The value is always 1.",
            "provider",
            "cadvisor"));
    registry.add(
        Collected.gauge(
            "kubelet_cgroup_version", "[ALPHA] cgroup version on the hosts.", () -> cgroupVersion));
    registry.add(
        new Collected(
            "kubernetes_build_info",
            Kind.GAUGE,
            "[ALPHA] The release that this agent stands for. The value is always 1.",
            BUILD_LABELS,
            sink -> sink.sample(1, build())));
    registry.add(
        new Collected(
            "kubernetes_feature_enabled",
            Kind.GAUGE,
            "[BETA] This metric records the data about the stage and enablement of a k8s feature.",
            List.of("name", "stage"),
            sink ->
                gates.states().forEach((name, on) -> sink.sample(on ? 1 : 0, name, stage(name)))));
  }

  private static Collected constant(String name, String help, String label, String value) {
    return new Collected(name, Kind.GAUGE, help, List.of(label), sink -> sink.sample(1, value));
  }

  private static String[] build() {
    String[] version = KubeletVersion.COMPATIBLE.substring(1).split("\\.", 3);
    return new String[] {
      "",
      "javac",
      "",
      "",
      KubeletVersion.COMPATIBLE,
      "",
      version[0],
      version[1],
      "linux/" + (System.getProperty("os.arch", "").equals("aarch64") ? "arm64" : "amd64")
    };
  }

  /** The two gates that stand for all of a stage are not in the table. */
  private static String stage(String name) {
    FeatureGate gate = FeatureGateTable.gates().get(name);
    if (gate != null) {
      return gate.stage().label();
    }
    return name.equals("AllBeta") ? "BETA" : "ALPHA";
  }
}
