package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

final class OutageLogTest {
  private static final String LOST =
      "WARN address=https://10.0.0.1 cause=refused API server is unreachable; retrying";

  private final List<String> lines = new ArrayList<>();
  private final HandMovedTime time = new HandMovedTime();
  private final OutageLog outage =
      new OutageLog(new Lines(), "API server", "https://10.0.0.1", time);

  @Test
  void anOutageIsOneLineAndItsEndAnother() {
    outage.failed("refused", time.nanoTime());
    time.pass(90);
    outage.failed("refused", time.nanoTime());
    outage.failed("no answer in time", time.nanoTime());
    assertThat(lines).containsExactly(LOST);
    time.pass(1);
    outage.answered();
    outage.answered();
    assertThat(lines)
        .containsExactly(
            LOST, "INFO address=https://10.0.0.1 after=1m31s API server is reachable again");
    outage.failed("refused", time.nanoTime());
    assertThat(lines).hasSize(3).endsWith(LOST);
  }

  @Test
  void anAnswerSinceACallWasBegunOutweighsItsFailure() {
    long begun = time.nanoTime();
    time.pass(1);
    outage.answered();
    time.pass(1);
    outage.failed("no answer in time", begun);
    assertThat(lines).isEmpty();
    outage.failed("refused", time.nanoTime());
    assertThat(lines).containsExactly(LOST);
  }

  @Test
  void aPeerThatAnswersIsNotWorthALine() {
    outage.answered();
    assertThat(lines).isEmpty();
  }

  private static final class HandMovedTime implements Timers {
    private long nanos;

    void pass(long seconds) {
      nanos += Duration.ofSeconds(seconds).toNanos();
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }

  private final class Lines extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        Marker marker,
        String message,
        Object @Nullable [] arguments,
        @Nullable Throwable cause) {
      lines.add(level + " " + message);
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
