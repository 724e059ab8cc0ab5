package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wall and monotonic time move apart. */
final class RestartClockTest {
  private static final PodUid UID = new PodUid("u");

  private final ManualTimers timers = new ManualTimers();
  private final RestartClock clock = new RestartClock(timers);

  @ParameterizedTest
  @ValueSource(strings = {"-PT1H", "PT24H", "-PT40S", "PT0S"})
  void aContainerThatEndsWhileTheAgentLooksEndedThenWhateverTheWallClockSays(Duration step) {
    clock.byThisClock(reading(ObservedContainer.State.RUNNING, null));
    timers.advance(Duration.ofSeconds(5));
    timers.stepWall(step);
    Instant end = clock.now();
    assertThat(endOf(clock.byThisClock(exited(timers.now())))).isEqualTo(end);
    timers.advance(Duration.ofSeconds(20));
    timers.stepWall(step);
    assertThat(endOf(clock.byThisClock(exited(timers.now())))).isEqualTo(end);
  }

  @Test
  void whatHadEndedBeforeTheAgentLookedEndedWhenTheRuntimeSays() {
    Instant end = timers.now().minusSeconds(30);
    assertThat(endOf(clock.byThisClock(exited(end)))).isEqualTo(end);
    RestartClock other = new RestartClock(timers);
    assertThat(endOf(other.byThisClock(exited(timers.now().plusSeconds(3600)))))
        .as("never in the future")
        .isEqualTo(timers.now());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-PT1H", "PT24H", "-PT40S", "PT0S"})
  void waitsAreToldByTheWallClockOfNow(Duration step) {
    timers.advance(Duration.ofSeconds(5));
    timers.stepWall(step);
    Instant until = clock.now().plusSeconds(10);
    assertThat(clock.byWallClock(waiting(until)).nextAt()).contains(timers.now().plusSeconds(10));
    timers.advance(Duration.ofSeconds(4));
    assertThat(clock.byWallClock(waiting(until)).nextAt()).contains(timers.now().plusSeconds(6));
  }

  private static PodPlan waiting(Instant until) {
    StartError why = new StartError(WaitReason.CRASH_LOOP_BACK_OFF, "");
    return new PodPlan(List.of(), List.of(new PodPlan.Waiting("a", why, until)), false);
  }

  private static @Nullable Instant endOf(ObservedPod observed) {
    return observed.containers().getFirst().finishedAt();
  }

  private ObservedPod exited(Instant finishedAt) {
    return reading(ObservedContainer.State.EXITED, finishedAt);
  }

  private ObservedPod reading(ObservedContainer.State state, @Nullable Instant finishedAt) {
    ObservedContainer container =
        new ObservedContainer(
            "id",
            "a",
            "s",
            state,
            0,
            "",
            timers.now(),
            null,
            finishedAt,
            1,
            "",
            "",
            "",
            "",
            "",
            Map.of(),
            null,
            null,
            "");
    return new ObservedPod(
        UID, new PodKey("default", "p"), List.of(), List.of(container), timers.now());
  }
}
