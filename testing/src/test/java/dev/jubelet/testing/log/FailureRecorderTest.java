package dev.jubelet.testing.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.base.SystemTimers;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.Extension;

@Timeout(20)
final class FailureRecorderTest {
  private final SystemTimers timers = new SystemTimers();

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  @LetsStepsFail
  void aFailedStepAndAFailedTaskAreNotedAndCounted() {
    try (FailureRecorder recorder = new FailureRecorder()) {
      new Lane("broken", FailureRecorderTest::fail, timers).wake();
      timers.after(Duration.ZERO, FailureRecorderTest::fail);
      while (timers.unexpectedFailures() < 2) {
        Thread.onSpinWait();
      }
      assertThat(recorder.seen())
          .hasSize(2)
          .anySatisfy(line -> assertThat(line).contains("A step failed", "broken", "planted"))
          .anySatisfy(
              line -> assertThat(line).contains("Timer task failed unexpectedly", "planted"));
    }
  }

  @Test
  void whatGoesWellIsNotNoted() throws Exception {
    try (FailureRecorder recorder = new FailureRecorder()) {
      CountDownLatch done = new CountDownLatch(1);
      timers.after(Duration.ZERO, done::countDown);
      done.await();
      assertThat(recorder.seen()).isEmpty();
    }
  }

  @Test
  void everyTestHasTheCheck() {
    assertThat(ServiceLoader.load(Extension.class))
        .hasAtLeastOneElementOfType(UnexpectedFailureCheck.class);
  }

  @Test
  void theLinesOfAProcessAreFoundWithTheirTraces() {
    String log =
        """
        I1 "Started" part="a"
        E1 Lane.java:1] "A step failed unexpectedly" lane="x"
        java.lang.IllegalStateException: planted
        \tat a.b.C.d(C.java:1)
        I2 "Stopped"
        E2 Main.java:1] "Internal error; exiting" part="sync loop"
        """;
    assertThat(UnexpectedFailures.in(log)).hasSize(2).first().asString().endsWith("(C.java:1)");
    assertThat(UnexpectedFailures.in("I1 all is well")).isEmpty();
  }

  private static Lane.Next fail() {
    throw new IllegalStateException("planted");
  }
}
