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
 * node affinity. Labels that may be outdated do not refuse a pod before they have been read again.
 */
final class NodeAffinityRule implements AdmissionRule {
  private static final Admission.Rejected MISMATCH =
      Predicates.failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");

  @Override
  public Admission check(Candidate candidate) {
    PodSpec spec = candidate.pod().getSpec();
    NodeView node = candidate.node();
    if (selectorMatches(spec.getNodeSelector(), node.labels())
        && affinityMatches(spec.getAffinity(), node)) {
      return Admission.ADMITTED;
    }
    return candidate.nodeMayBeOutdated() ? new Admission.AfterNodeRead(MISMATCH) : MISMATCH;
  }

  private static boolean selectorMatches(
      @Nullable Map<String, String> selector, Map<String, String> labels) {
    return selector == null || labels.entrySet().containsAll(selector.entrySet());
  }

  private static boolean affinityMatches(@Nullable Affinity affinity, NodeView node) {
    NodeAffinity nodeAffinity = affinity == null ? null : affinity.getNodeAffinity();
    NodeSelector required =
        nodeAffinity == null
            ? null
            : nodeAffinity.getRequiredDuringSchedulingIgnoredDuringExecution();
    return required == null || NodeSelectors.matches(required, node.nodeName(), node.labels());
  }
}
