package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;

/** A pod that names a node runs on that one only. */
final class NodeNameRule implements AdmissionRule {
  @Override
  public Admission check(Candidate candidate) {
    String wanted = candidate.pod().getSpec().getNodeName();
    return wanted == null || wanted.isEmpty() || wanted.equals(candidate.node().nodeName())
        ? Admission.ADMITTED
        : Predicates.failed("NodeName", "node(s) didn't match the requested node name");
  }
}
