package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.features.FeatureGates;
import dev.jubelet.app.features.FeatureGates.Resolution;
import java.util.List;
import java.util.stream.Stream;

/** All rules that depend on the configuration alone. */
public final class ConfigRules {
  private ConfigRules() {}

  public static List<Problem> check(KubeletConfig config) {
    Findings findings = new Findings(config);
    Resolution gates = FeatureGates.resolve(config.get(NodeFields.FEATURE_GATES));
    gates.problems().forEach(problem -> findings.add(NodeFields.FEATURE_GATES, problem));
    ServerRules.check(findings);
    RuntimeRules.check(findings);
    ImageConfigRules.check(findings);
    SourceRules.check(findings);
    PodConfigRules.check(findings);
    CgroupRules.check(findings);
    AllocatableRules.check(findings);
    PlacementRules.check(findings);
    EvictionRules.check(findings);
    NodeRules.check(findings);
    LoggingRules.check(findings);
    return findings.problems();
  }

  /** Remarks that are no reason to refuse: gates about to go away, weak ciphers. */
  public static List<String> warnings(KubeletConfig config) {
    return Stream.of(
            FeatureGates.resolve(config.get(NodeFields.FEATURE_GATES)).warnings(),
            ServerRules.warnings(config),
            CgroupRules.warnings(config))
        .flatMap(List::stream)
        .toList();
  }
}
