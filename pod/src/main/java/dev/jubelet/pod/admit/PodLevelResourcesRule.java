package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Predicate;

/** Refuses a pod that states resources for itself where that feature is off. */
final class PodLevelResourcesRule implements AdmissionRule {
  private static final String GATE = "PodLevelResources";

  private final Predicate<String> gates;

  /** Takes which feature gates are on. */
  PodLevelResourcesRule(Predicate<String> gates) {
    this.gates = gates;
  }

  @Override
  public Admission check(Candidate candidate) {
    return statesResources(candidate.pod()) && !gates.test(GATE)
        ? new Admission.Rejected(
            "PodLevelResourcesNotSupported",
            "spec.resources needs the feature gate " + GATE + ", which is off")
        : Admission.ADMITTED;
  }

  private static boolean statesResources(Pod pod) {
    return !PodDemand.podLevelRequests(pod).equals(Amounts.NONE)
        || !PodDemand.podLevelLimits(pod).equals(Amounts.NONE);
  }
}
