package dev.jubelet.testing.log;

import java.util.Objects;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Fails each test during which a lane's step or a timer's task failed unexpectedly, unless the test
 * has {@link LetsStepsFail}. JUnit finds it as a service.
 *
 * <p>Thread: the test's.
 */
public final class UnexpectedFailureCheck implements BeforeEachCallback, AfterEachCallback {
  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(UnexpectedFailureCheck.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(SPACE).put(FailureRecorder.class, new FailureRecorder());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    FailureRecorder recorder =
        Objects.requireNonNull(
            context.getStore(SPACE).remove(FailureRecorder.class, FailureRecorder.class));
    recorder.close();
    if (!recorder.seen().isEmpty() && !isAllowed(context)) {
      throw new AssertionError("failed unexpectedly: " + String.join("\n", recorder.seen()));
    }
  }

  private static boolean isAllowed(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getElement(), LetsStepsFail.class)
        || AnnotationSupport.isAnnotated(context.getTestClass(), LetsStepsFail.class);
  }
}
