package dev.jubelet.testing.lab;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

/**
 * Decides about a suite whose real components may be missing: skipped with a line on a person's
 * machine, failed in CI, where a green run has to mean that everything ran.
 */
final class LabCondition {
  private LabCondition() {}

  /**
   * The verdict for a suite.
   *
   * @param missing why the components cannot run here; empty when they can
   * @throws IllegalStateException when they cannot although this is CI
   */
  static ConditionEvaluationResult of(
      String suite, Optional<String> missing, Map<String, String> environment) {
    if (missing.isEmpty()) {
      return ConditionEvaluationResult.enabled("its real components can run here");
    }
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(
          "%s cannot run: %s (with CI=true no suite may be skipped)"
              .formatted(suite, missing.get()));
    }
    System.out.println(suite + " skipped: " + missing.get());
    return ConditionEvaluationResult.disabled(missing.get());
  }
}
