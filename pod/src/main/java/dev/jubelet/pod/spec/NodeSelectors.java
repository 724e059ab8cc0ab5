package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a selector means: those that satisfy one of its terms. A term without any requirement
 * matches no node. Pure.
 */
public final class NodeSelectors {
  private NodeSelectors() {}

  public static boolean matches(
      NodeSelector selector, String nodeName, Map<String, String> nodeLabels) {
    return Containers.orEmpty(selector.getNodeSelectorTerms()).stream()
        .anyMatch(term -> matches(term, nodeName, nodeLabels));
  }

  private static boolean matches(
      NodeSelectorTerm term, String nodeName, Map<String, String> nodeLabels) {
    List<NodeSelectorRequirement> labels = Containers.orEmpty(term.getMatchExpressions());
    List<NodeSelectorRequirement> fields = Containers.orEmpty(term.getMatchFields());
    if (labels.isEmpty() && fields.isEmpty()) {
      return false;
    }
    Map<String, String> nodeFields = Map.of("metadata.name", nodeName);
    return labels.stream().allMatch(r -> holds(r, nodeLabels.get(r.getKey())))
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
