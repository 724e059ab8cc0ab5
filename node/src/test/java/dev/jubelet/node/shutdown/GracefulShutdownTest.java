package dev.jubelet.node.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class GracefulShutdownTest {
  private static final int CRITICAL = 2_000_000_000;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String MESSAGE = "Pod was terminated in response to imminent node shutdown.";

  private final ManualTimers timers = new ManualTimers(START);
  private final PodsToEnd pods = new PodsToEnd();
  private final List<String> story = new CopyOnWriteArrayList<>();
  private final ShutdownNotice notice = new ShutdownNotice();
  private final GracefulShutdown shutdown =
      new GracefulShutdown(
          ShutdownSchedule.ofPeriods(Duration.ofSeconds(30), Duration.ofSeconds(10)),
          pods,
          new StoryLock(),
          notice,
          new StoryListener(),
          timers);

  private final class StoryLock implements InhibitorLock {
    @Override
    public void acquire() {
      story.add("acquire");
    }

    @Override
    public void release() {
      story.add("release");
    }
  }

  private final class StoryListener implements GracefulShutdown.Listener {
    @Override
    public void announced(boolean shuttingDown) {
      story.add("announced " + shuttingDown);
    }

    @Override
    public void progressed(ShutdownTimes times) {
      String start = times.start().map(GracefulShutdownTest::seconds).orElse("never");
      story.add(start + " to " + times.end().map(GracefulShutdownTest::seconds).orElse("never"));
    }
  }

  private static String seconds(Instant at) {
    return Long.toString(Duration.between(START, at).toSeconds());
  }

  GracefulShutdownTest() {
    notice.subscribe(() -> story.add("notice " + notice.problem().orElse("none")));
    pods.with("plain", null, 600L).with("quick", 0, 5L).with("critical", CRITICAL, 60L);
  }

  private void announce(boolean goesDown) {
    shutdown.announced(goesDown);
    settle();
  }

  private void end(String pod) {
    pods.hasEnded(pod);
    settle();
  }

  private void pass(long seconds) {
    timers.advance(Duration.ofSeconds(seconds));
    settle();
  }

  private void settle() {
    while (!shutdown.isQuiet()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void criticalPodsEndAfterTheOthers() {
    announce(true);
    assertThat(pods.ended).containsExactly("plain:20", "quick:5");
    end("plain");
    assertThat(pods.ended).hasSize(2);
    pass(3);
    end("quick");
    assertThat(pods.ended).containsExactly("plain:20", "quick:5", "critical:10");
    end("critical");
    assertThat(story)
        .containsExactly(
            "announced true", "notice node is shutting down", "0 to never", "0 to 3", "release");
  }

  @Test
  void podsAreSaidToBeTerminatedForTheShutdown() {
    announce(true);
    assertThat(pods.verdicts).containsOnly(new PodVerdict.Failed("Terminated", MESSAGE, MESSAGE));
  }

  @Test
  void aGroupThatTakesTooLongIsNotWaitedFor() {
    announce(true);
    pass(19);
    assertThat(pods.ended).hasSize(2);
    pass(1);
    assertThat(pods.ended).contains("critical:10");
    pass(9);
    assertThat(story).doesNotContain("release");
    pass(1);
    assertThat(story).endsWith("0 to 30", "release");
  }

  @Test
  void aPodThatEndsLateDoesNotEndTheNextGroup() {
    announce(true);
    pass(20);
    end("plain");
    end("quick");
    assertThat(story).doesNotContain("release");
    end("critical");
    assertThat(story).endsWith("release");
  }

  @Test
  void withoutPodsTheMachineMayGoAtOnce() {
    pods.active.clear();
    announce(true);
    assertThat(story)
        .containsExactly(
            "announced true", "notice node is shutting down", "0 to never", "0 to 0", "release");
  }

  @Test
  void aShutdownThatIsCalledOffEndsNoMorePods() {
    announce(true);
    announce(false);
    end("plain");
    end("quick");
    pass(60);
    assertThat(pods.ended).containsExactly("plain:20", "quick:5");
    assertThat(story)
        .containsExactly(
            "announced true",
            "notice node is shutting down",
            "0 to never",
            "announced false",
            "acquire",
            "notice none");
  }

  @Test
  void aShutdownThatIsCalledOffAtItsEndTakesANewLock() {
    pods.active.clear();
    announce(true);
    announce(false);
    assertThat(story).endsWith("release", "announced false", "acquire", "notice none");
    assertThat(notice.isGiven()).isFalse();
  }

  @Test
  void afterOneThatWasCalledOffTheNextBeginsAnew() {
    announce(true);
    announce(false);
    pods.active.clear();
    pods.with("later", 0, 1L);
    pass(100);
    announce(true);
    end("later");
    assertThat(pods.ended).endsWith("later:1");
    assertThat(story).endsWith("100 to never", "100 to 100", "release");
  }

  @Test
  void whatIsKnownChangesNothing() {
    announce(false);
    assertThat(story).isEmpty();
    announce(true);
    announce(true);
    assertThat(pods.ended).hasSize(2);
    assertThat(story).containsOnlyOnce("announced true");
  }

  @Test
  void aGroupWithoutTimeIsEndedAndNotWaitedFor() {
    GracefulShutdown hasty =
        new GracefulShutdown(
            ShutdownSchedule.ofPeriods(Duration.ofSeconds(10), Duration.ofSeconds(10)),
            pods,
            new StoryLock(),
            notice,
            new StoryListener(),
            timers);
    hasty.announced(true);
    while (!hasty.isQuiet()) {
      Thread.onSpinWait();
    }
    assertThat(pods.ended).containsExactly("plain:0", "quick:0", "critical:10");
  }

  @Test
  void whoEndsTheProcessWaitsForThePods() throws InterruptedException {
    pods.active.clear();
    pods.with("only", 0, 1L);
    AtomicReference<Boolean> result = new AtomicReference<>();
    Thread waiting = Thread.ofPlatform().start(() -> result.set(ended()));
    while (pods.ended.isEmpty() || !shutdown.isQuiet()) {
      Thread.onSpinWait();
    }
    assertThat(result.get()).isNull();
    end("only");
    waiting.join();
    assertThat(result.get()).isTrue();
  }

  private boolean ended() {
    try {
      return shutdown.endPods();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
