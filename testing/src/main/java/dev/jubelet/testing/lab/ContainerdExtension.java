package dev.jubelet.testing.lab;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Carries out {@link NeedsContainerd}: skips with a line that says why (in CI it fails), and passes
 * the shared containerd to whoever asks for it. A class that leaves something in it is the last one
 * to use it.
 */
final class ContainerdExtension implements ExecutionCondition, ParameterResolver, AfterAllCallback {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isPresent()) {
      return ConditionEvaluationResult.enabled("its class runs");
    }
    return LabCondition.of(
        context.getDisplayName(), LabRequirements.missingFor(generation(context)), System.getenv());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == PrivateContainerd.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return SharedContainerds.of(generation(context));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (context.getEnclosingTestClasses().isEmpty()
        && SharedContainerds.replaceIfUsed(generation(context))) {
      System.out.println(context.getDisplayName() + " left something behind in its containerd");
    }
  }

  private static ContainerdGeneration generation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(
            context.getRequiredTestClass(),
            NeedsContainerd.class,
            context.getEnclosingTestClasses())
        .map(NeedsContainerd::value)
        .orElse(ContainerdGeneration.ONE);
  }
}
