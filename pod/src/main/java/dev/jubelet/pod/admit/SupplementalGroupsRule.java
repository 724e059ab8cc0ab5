package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import io.fabric8.kubernetes.api.model.PodSecurityContext;

/** Strict supplemental groups are refused where the runtime would add the image's groups. */
final class SupplementalGroupsRule implements AdmissionRule {
  @Override
  public Admission check(Candidate candidate) {
    PodSecurityContext context = candidate.pod().getSpec().getSecurityContext();
    boolean strict = context != null && "Strict".equals(context.getSupplementalGroupsPolicy());
    return strict && !candidate.node().abilities().supplementalGroupsPolicy()
        ? new Admission.Rejected(
            "SupplementalGroupsPolicyNotSupported",
            "SupplementalGroupsPolicy=Strict is not supported in this node")
        : Admission.ADMITTED;
  }
}
