package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The node's labels must be those of the pod's nodeSelector and satisfy one term of its required
 * node affinity. A term without any requirement matches no node.
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
    return required == null
        || Containers.orEmpty(required.getNodeSelectorTerms()).stream()
            .anyMatch(term -> matches(term, node));
  }

  private static boolean matches(NodeSelectorTerm term, NodeFacts node) {
    List<NodeSelectorRequirement> labels = Containers.orEmpty(term.getMatchExpressions());
    List<NodeSelectorRequirement> fields = Containers.orEmpty(term.getMatchFields());
    if (labels.isEmpty() && fields.isEmpty()) {
      return false;
    }
    Map<String, String> nodeFields = Map.of("metadata.name", node.nodeName());
    return labels.stream().allMatch(r -> holds(r, node.labels().get(r.getKey())))
        && fields.stream().allMatch(r -> holds(r, nodeFields.get(r.getKey())));
  }

  private static boolean holds(NodeSelectorRequirement requirement, @Nullable String value) {
    List<String> values = Containers.orEmpty(requirement.getValues());
    return switch (requirement.getOperator()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compares(value, values) > 0;
      case "Lt" -> compares(value, values) < 0;
      default -> false;
    };
  }

  /** The sign of label minus value; 0, which satisfies nothing, when they are not both numbers. */
  private static int compares(@Nullable String label, List<String> values) {
    if (label == null || values.size() != 1) {
      return 0;
    }
    try {
      return new BigInteger(label).compareTo(new BigInteger(values.getFirst()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
