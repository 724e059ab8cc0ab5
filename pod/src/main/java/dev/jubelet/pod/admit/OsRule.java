package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** A pod for another operating system has no business here. */
final class OsRule implements AdmissionRule {
  private static final String OS_LABEL = "kubernetes.io/os";

  @Override
  public Admission check(Candidate candidate) {
    Pod pod = candidate.pod();
    String os = candidate.node().os();
    Map<String, String> labels = pod.getMetadata().getLabels();
    String wanted = labels == null ? null : labels.get(OS_LABEL);
    if (wanted != null && !wanted.equals(os)) {
      return new Admission.Rejected(
          "PodOSSelectorNodeLabelDoesNotMatch",
          "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label");
    }
    if (pod.getSpec().getOs() != null && !os.equals(pod.getSpec().getOs().getName())) {
      return new Admission.Rejected(
          "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS");
    }
    return Admission.ADMITTED;
  }
}
