package dev.jubelet.testing.lab;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Carries out {@link NeedsControlPlane}: skips with a line that says why (in CI it fails), and
 * passes the shared control plane to whoever asks for it.
 */
final class ControlPlaneExtension implements ExecutionCondition, ParameterResolver {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isPresent()) {
      return ConditionEvaluationResult.enabled("its class runs");
    }
    return LabCondition.of(
        context.getDisplayName(), LabRequirements.missingForControlPlane(), System.getenv());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ControlPlane.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return SharedControlPlane.instance();
  }
}
