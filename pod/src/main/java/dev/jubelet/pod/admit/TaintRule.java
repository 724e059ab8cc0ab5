package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.Criticality;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
                .allMatch(taint -> isTolerated(taint, candidate.pod()))
        ? Admission.ADMITTED
        : Predicates.failed("TaintToleration", "node(s) had taints that the pod didn't tolerate");
  }

  private static boolean isTolerated(Taint taint, Pod pod) {
    return Containers.orEmpty(pod.getSpec().getTolerations()).stream()
        .anyMatch(toleration -> tolerates(toleration, taint));
  }

  /** What a toleration leaves out, it tolerates in any form. */
  private static boolean tolerates(Toleration toleration, Taint taint) {
    boolean meansEffect =
        text(toleration.getEffect()).isEmpty() || NO_EXECUTE.equals(toleration.getEffect());
    boolean meansKey =
        text(toleration.getKey()).isEmpty() || toleration.getKey().equals(taint.getKey());
    return meansEffect
        && meansKey
        && switch (text(toleration.getOperator())) {
          case "Exists" -> true;
          case "", "Equal" -> text(toleration.getValue()).equals(text(taint.getValue()));
          default -> false;
        };
  }

  private static String text(@Nullable String value) {
    return Objects.requireNonNullElse(value, "");
  }
}
