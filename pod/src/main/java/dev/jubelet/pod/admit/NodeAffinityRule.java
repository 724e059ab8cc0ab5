package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.NodeSelectors;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The node's labels must be those of the pod's nodeSelector and satisfy one term of its required
 * node affinity.
 */
final class NodeAffinityRule implements AdmissionRule {

  @Override
  public Admission check(Candidate candidate) {
    PodSpec spec = candidate.pod().getSpec();
    NodeFacts node = candidate.node();
    return selectorMatches(spec.getNodeSelector(), node.labels())
            && affinityMatches(spec.getAffinity(), node)
        ? Admission.ADMITTED
        : Predicates.failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
  }

  private static boolean selectorMatches(
      @Nullable Map<String, String> selector, Map<String, String> labels) {
    return selector == null || labels.entrySet().containsAll(selector.entrySet());
  }

  private static boolean affinityMatches(@Nullable Affinity affinity, NodeFacts node) {
    NodeAffinity nodeAffinity = affinity == null ? null : affinity.getNodeAffinity();
    NodeSelector required =
        nodeAffinity == null
            ? null
            : nodeAffinity.getRequiredDuringSchedulingIgnoredDuringExecution();
    return required == null || NodeSelectors.matches(required, node.nodeName(), node.labels());
  }
}
