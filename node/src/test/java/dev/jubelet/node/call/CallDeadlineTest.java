package dev.jubelet.node.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallDeadlineTest {
  private final ManualTimers timers = new ManualTimers();
  private final CallDeadline deadline = new CallDeadline(timers, Duration.ofSeconds(10));

  @Test
  void aCallInTimeAnswersAndLeavesNoTimer() {
    assertThat(deadline.call("asking", () -> "yes")).isEqualTo("yes");
    assertThat(timers.pending()).isZero();
  }

  @Test
  void aCallThatTakesTooLongIsInterruptedAndTimesOut() {
    assertThatThrownBy(() -> deadline.call("asking", this::interruptedAfterTenSeconds))
        .isInstanceOfSatisfying(
            NodeApiException.class,
            e -> assertThat(e.kind()).isEqualTo(NodeApiException.Kind.TIMEOUT))
        .hasMessage("asking had no answer after 10s");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void anAnswerThatComesWithTheAlarmIsAnAnswer() {
    String answer =
        deadline.call(
            "asking",
            () -> {
              timers.advance(Duration.ofSeconds(10));
              return "late";
            });

    assertThat(answer).isEqualTo("late");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aFailureInTimePassesAsItIs() {
    NodeApiException failure = new NodeApiException(NodeApiException.Kind.FORBIDDEN, "no");

    assertThatThrownBy(
            () ->
                deadline.call(
                    "asking",
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(timers.pending()).isZero();
  }

  private String interruptedAfterTenSeconds() {
    timers.advance(Duration.ofSeconds(10));
    if (Thread.currentThread().isInterrupted()) {
      throw new NodeApiException(NodeApiException.Kind.OTHER, "interrupted");
    }
    return "not interrupted";
  }
}
