package dev.jubelet.volume.projection;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which labels a selector chooses: none without a selector, all with an empty one. Pure. */
final class LabelSelectors {
  private LabelSelectors() {}

  static boolean matches(@Nullable LabelSelector selector, Map<String, String> labels) {
    if (selector == null) {
      return false;
    }
    Map<String, String> wanted = selector.getMatchLabels();
    List<LabelSelectorRequirement> rules = selector.getMatchExpressions();
    return (wanted == null || labels.entrySet().containsAll(wanted.entrySet()))
        && (rules == null || rules.stream().allMatch(rule -> matches(rule, labels)));
  }

  private static boolean matches(LabelSelectorRequirement rule, Map<String, String> labels) {
    String value = labels.get(rule.getKey());
    List<String> values = rule.getValues() == null ? List.of() : rule.getValues();
    return switch (rule.getOperator()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case null, default ->
          throw new VolumeException(
              "\"" + rule.getOperator() + "\" is not a valid label selector operator");
    };
  }
}
