package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Criticality;

/**
 * A node may be tainted so that pods are not even to stay: then only those run that tolerate it,
 * and the node's own.
 */
final class TaintRule implements AdmissionRule {
  private static final String NO_EXECUTE = "NoExecute";

  @Override
  public Admission check(Candidate candidate) {
    return Criticality.isStatic(candidate.pod())
            || candidate.node().taints().stream()
                .filter(taint -> NO_EXECUTE.equals(taint.getEffect()))
                .allMatch(taint -> Tolerations.tolerate(candidate.pod(), taint))
        ? Admission.ADMITTED
        : Predicates.failed("TaintToleration", "node(s) had taints that the pod didn't tolerate");
  }
}
