package dev.jubelet.it.machine;

import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints a line for each test as it ends, and why when it did not pass.
 *
 * <p>Thread: the launcher's. Owns: the counts.
 */
final class PrintedResults implements TestExecutionListener {
  private enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  private final PrintStream out;
  private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
  private final Map<String, Long> starts = new HashMap<>();

  PrintedResults(PrintStream out) {
    this.out = out;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    starts.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    print(test, Outcome.SKIPPED, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    switch (result.getStatus()) {
      case SUCCESSFUL -> {
        if (test.isTest()) {
          print(test, Outcome.PASSED, "");
        }
      }
      case ABORTED -> print(test, Outcome.SKIPPED, message(result));
      case FAILED -> {
        print(test, Outcome.FAILED, "");
        result.getThrowable().ifPresent(failure -> failure.printStackTrace(out));
      }
    }
  }

  private static String message(TestExecutionResult result) {
    return result.getThrowable().map(Throwable::getMessage).orElse("");
  }

  private void print(TestIdentifier test, Outcome outcome, String why) {
    counts.merge(outcome, 1, Integer::sum);
    long nanos = System.nanoTime() - starts.getOrDefault(test.getUniqueId(), System.nanoTime());
    out.printf(
        "%-7s %4d s  %s%s%n",
        outcome, Duration.ofNanos(nanos).toSeconds(), name(test), why.isEmpty() ? "" : ": " + why);
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .map(
            source ->
                switch (source) {
                  case MethodSource method -> name(method, test.getDisplayName());
                  case ClassSource type -> simple(type.getClassName());
                  default -> test.getDisplayName();
                })
        .orElse(test.getDisplayName());
  }

  /** A row of a table has a display name that says which one it is. */
  private static String name(MethodSource method, String display) {
    String name = simple(method.getClassName()) + "." + method.getMethodName();
    return display.startsWith(method.getMethodName()) ? name : name + " " + display;
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  String summary() {
    return "Passed: %d, failed: %d, skipped: %d"
        .formatted(count(Outcome.PASSED), count(Outcome.FAILED), count(Outcome.SKIPPED));
  }

  boolean allPassed() {
    return count(Outcome.PASSED) > 0 && count(Outcome.FAILED) + count(Outcome.SKIPPED) == 0;
  }

  private int count(Outcome outcome) {
    return counts.getOrDefault(outcome, 0);
  }
}
