package dev.jubelet.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.logs.FollowPace.Look;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FollowPaceTest {
  private final ManualTimers timers = new ManualTimers();
  private final FollowSignal signal = new FollowSignal();
  private int opened;
  private int closed;
  private final FollowPace pace =
      new FollowPace(
          (directory, changed) -> {
            opened++;
            return () -> closed++;
          },
          Path.of("/logs"),
          signal,
          timers);

  @Test
  void hasItselfToldBeforeItWaitsTheFirstTime() throws InterruptedException {
    pace.await(Look.ALL_THERE_WAS);

    assertThat(opened).isEqualTo(1);
    assertThat(timers.pending()).isZero();
  }

  @Test
  void waitsForNewsWhileLinesComeNowAndThen() throws InterruptedException {
    pace.await(Look.ALL_THERE_WAS);
    for (int i = 0; i < 100; i++) {
      timers.advance(Duration.ofMillis(50));
      signal.wake();
      pace.await(Look.ALL_THERE_WAS);
    }

    assertThat(opened).isEqualTo(1);
    assertThat(closed).isZero();
  }

  @Test
  void isToldOfNothingWhileLinesPourInAndAgainAfterwards() throws InterruptedException {
    pace.await(Look.NOTHING);
    for (int i = 0; i < 10; i++) {
      pace.await(Look.PART);
    }
    assertThat(closed).isEqualTo(1);

    pace.await(Look.NOTHING);
    assertThat(opened).isEqualTo(2);
  }

  @Test
  void takesABreathBetweenLooksThatEachBringSomething() throws InterruptedException {
    pace.await(Look.ALL_THERE_WAS);
    signal.wake();
    Thread follower = Thread.ofVirtual().start(this::lookAgain);
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
    timers.advance(Duration.ofMillis(5));
    follower.join();

    assertThat(closed).isZero();
  }

  private void lookAgain() {
    try {
      pace.await(Look.ALL_THERE_WAS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void endsABreathWhenItMustEnd() throws InterruptedException {
    pace.await(Look.ALL_THERE_WAS);
    signal.stop();
    pace.await(Look.ALL_THERE_WAS);

    assertThat(signal.stopped()).isTrue();
  }
}
