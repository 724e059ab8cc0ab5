package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.NodePressure;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.QosClass;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A node that is short of something takes no more pods than it must: those it cannot do without,
 * and while only memory is short also those that have asked for some, or that put up with it. A pod
 * that runs here already and is only met again stays: whether it has to go is decided by what it
 * uses.
 */
final class PressureRule implements AdmissionRule {
  private static final Taint MEMORY_SHORT = taint();

  @Override
  public Admission check(Candidate candidate) {
    Set<NodePressure> pressures = candidate.node().pressures();
    return pressures.isEmpty() || mayCome(candidate.pod(), pressures)
        ? Admission.ADMITTED
        : new Admission.Rejected(
            "Evicted",
            pressures.stream()
                .sorted()
                .map(NodePressure::type)
                .collect(Collectors.joining(" ", "The node had condition: [", "]. ")));
  }

  private static boolean mayCome(Pod pod, Set<NodePressure> pressures) {
    return Criticality.isCritical(pod)
        || runsAlready(pod)
        || (pressures.equals(Set.of(NodePressure.MEMORY))
            && (QosClass.of(pod) != QosClass.BEST_EFFORT
                || Tolerations.tolerate(pod, MEMORY_SHORT)));
  }

  private static boolean runsAlready(Pod pod) {
    return pod.getStatus() != null && Phases.RUNNING.equals(pod.getStatus().getPhase());
  }

  private static Taint taint() {
    Taint taint = new Taint();
    taint.setKey("node.kubernetes.io/memory-pressure");
    taint.setEffect("NoSchedule");
    return taint;
  }
}
