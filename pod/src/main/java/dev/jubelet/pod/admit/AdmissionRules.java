package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Criticality;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All rules in their order; the first that refuses decides. A critical pod for which only room is
 * lacking is not refused for that: other pods have to go.
 */
public final class AdmissionRules implements AdmissionRule {
  private static final String UNEXPECTED = "UnexpectedAdmissionError";

  private final List<AdmissionRule> beforeRoom;
  private final AdmissionRule room = new ResourceFitRule();
  private final List<AdmissionRule> afterRoom;

  /**
   * Takes the sysctls that the administrator allows besides the safe ones, what lists the fields of
   * a pod's volumes that cannot be honoured, which feature gates are on, and whether the machine is
   * about to go down.
   */
  public AdmissionRules(
      List<String> allowedUnsafeSysctls,
      Function<Pod, List<String>> unsupportedVolumes,
      Predicate<String> gates,
      BooleanSupplier shuttingDown) {
    this.beforeRoom =
        List.of(
            new PressureRule(),
            new SysctlRule(allowedUnsafeSysctls),
            new OsRule(),
            new SupplementalGroupsRule(),
            new PodLevelResourcesRule(gates));
    this.afterRoom =
        List.of(
            new NodeAffinityRule(),
            new NodeNameRule(),
            new HostPortRule(),
            new TaintRule(),
            new AppArmorRule(),
            new FeatureRule(unsupportedVolumes),
            new GateRule(gates),
            new ShutdownRule(shuttingDown));
  }

  @Override
  public Admission check(Candidate candidate) {
    try {
      return verdict(candidate);
    } catch (IllegalArgumentException e) {
      return new Admission.Rejected(
          UNEXPECTED, "Pod has a value that cannot be read: " + e.getMessage());
    }
  }

  private Admission verdict(Candidate candidate) {
    Admission before = first(beforeRoom, candidate);
    if (!(before instanceof Admission.Admitted)) {
      return before;
    }
    Admission fits = room.check(candidate);
    boolean decided =
        fits instanceof Admission.Rejected && !Criticality.isCritical(candidate.pod());
    Admission after = decided ? fits : first(afterRoom, candidate);
    return fits instanceof Admission.Admitted || !(after instanceof Admission.Admitted)
        ? after
        : makingRoom(candidate);
  }

  private static Admission first(List<AdmissionRule> rules, Candidate candidate) {
    for (AdmissionRule rule : rules) {
      Admission admission = rule.check(candidate);
      if (!(admission instanceof Admission.Admitted)) {
        return admission;
      }
    }
    return Admission.ADMITTED;
  }

  private static Admission makingRoom(Candidate candidate) {
    List<Shortage> shortages = ResourceFitRule.shortages(candidate);
    return PreemptionRules.victims(candidate.pod(), candidate.others().all(), shortages)
        .<Admission>map(
            victims -> new Admission.AfterPreemption(victims, shortages.getFirst().resource()))
        .orElseGet(() -> noVictims(candidate.pod(), shortages));
  }

  /**
   * In the words that upstream's parts put together, one around the other. Whoever wrote the
   * manifest of a static pod is told what is short.
   */
  private static Admission noVictims(Pod pod, List<Shortage> shortages) {
    if (Criticality.isStatic(pod)) {
      return shortages.getFirst().refusal();
    }
    return new Admission.Rejected(
        UNEXPECTED,
        shortages.stream()
            .map(need -> "(res: %s, q: %d), ".formatted(need.resource(), need.missing()))
            .collect(
                Collectors.joining(
                    "",
                    "Unexpected error while attempting to recover from admission failure:"
                        + " preemption: error finding a set of pods to preempt: no set of running"
                        + " pods found to reclaim resources: [",
                    "]")));
  }
}
