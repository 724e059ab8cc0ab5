package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.Function;

/**
 * All rules in their order; the first that refuses decides. Upstream would try to make room for a
 * critical pod by preempting others before it refuses for lack of a resource; without that the
 * refusal stands.
 */
public final class AdmissionRules implements AdmissionRule {
  private final List<AdmissionRule> rules;

  /**
   * Takes the sysctls that the administrator allows besides the safe ones, and what lists the
   * fields of a pod's volumes that cannot be honoured.
   */
  public AdmissionRules(
      List<String> allowedUnsafeSysctls, Function<Pod, List<String>> unsupportedVolumes) {
    this.rules =
        List.of(
            new SysctlRule(allowedUnsafeSysctls),
            new OsRule(),
            new SupplementalGroupsRule(),
            new ResourceFitRule(),
            new NodeAffinityRule(),
            new NodeNameRule(),
            new HostPortRule(),
            new AppArmorRule(),
            new FeatureRule(unsupportedVolumes));
  }

  @Override
  public Admission check(Candidate candidate) {
    try {
      return firstRefusal(candidate);
    } catch (IllegalArgumentException e) {
      return new Admission.Rejected(
          "UnexpectedAdmissionError", "Pod has a value that cannot be read: " + e.getMessage());
    }
  }

  private Admission firstRefusal(Candidate candidate) {
    for (AdmissionRule rule : rules) {
      Admission admission = rule.check(candidate);
      if (admission instanceof Admission.Rejected) {
        return admission;
      }
    }
    return Admission.ADMITTED;
  }
}
