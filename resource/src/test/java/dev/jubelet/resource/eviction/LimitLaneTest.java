package dev.jubelet.resource.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.eviction.DiskLooks.Look;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LimitLaneTest {
  private static final Pod POD = LimitedPods.ofVolume("u1");
  private static final long KIBI = 1024;

  private final ManualTimers timers = new ManualTimers();
  private final List<String> evicted = new ArrayList<>();
  private final List<Duration> maxAges = new ArrayList<>();
  private Optional<Look> found = Optional.empty();
  private final LimitLane lane =
      new LimitLane(
          POD, LocalLimits.of(POD), this::look, (pod, e) -> evicted.add(e.message()), timers);

  private Optional<Look> look(PodUid uid, LocalLimits limits, Duration maxAge) {
    assertThat(uid).isEqualTo(PodUid.of(POD));
    assertThat(limits.volumes()).containsExactly("scratch");
    maxAges.add(maxAge);
    return found;
  }

  private void finds(long bytes, Duration took, boolean complete) {
    found =
        Optional.of(
            new Look(new LocalUsage(Map.of("scratch", bytes), Map.of(), null), took, complete));
  }

  private Duration waits() {
    Next next = lane.step();
    assertThat(next).isInstanceOf(Next.After.class);
    Duration delay = ((Next.After) next).delay();
    timers.advance(delay);
    return delay;
  }

  @Test
  void aPodIsEvictedOnceForTooMuch() {
    finds(1024 * KIBI, Duration.ZERO, true);
    assertThat(waits()).isEqualTo(LookPace.SOONEST);
    assertThat(evicted).isEmpty();
    finds(1025 * KIBI, Duration.ZERO, true);
    assertThat(lane.step()).isEqualTo(Next.DONE);
    assertThat(evicted)
        .containsExactly("Usage of EmptyDir volume \"scratch\" exceeds the limit \"1Mi\". ");
  }

  @Test
  void looksGetRarerAndThenOftenAgainWhenItFills() {
    finds(0, Duration.ZERO, true);
    List<Duration> calm = List.of(waits(), waits(), waits(), waits(), waits(), waits());
    assertThat(calm).extracting(Duration::toSeconds).containsExactly(1L, 1L, 2L, 4L, 8L, 10L);
    finds(820 * KIBI, Duration.ZERO, true);
    assertThat(waits()).isLessThan(Duration.ofSeconds(2));
  }

  /** What somebody found out meanwhile is good enough; else a large tree were never left alone. */
  @Test
  void aLookThatTakesLongIsNotBegunAgain() {
    finds(0, Duration.ZERO, false);
    assertThat(waits()).isEqualTo(LookPace.USUAL);
    finds(0, Duration.ofSeconds(6), true);
    assertThat(waits()).isEqualTo(Duration.ofMinutes(2));
    waits();
    assertThat(maxAges).containsExactly(Duration.ZERO, LookPace.LONGEST_REST, Duration.ZERO);
  }

  @Test
  void whatIsKnownFromBeforeCountsWhileALookTakesLong() {
    finds(1025 * KIBI, Duration.ZERO, false);
    assertThat(lane.step()).isEqualTo(Next.DONE);
    assertThat(evicted).hasSize(1);
  }

  @Test
  void aPodOfWhichNothingRunsIsLookedForAgain() {
    assertThat(waits()).isEqualTo(LookPace.USUAL);
    finds(1025 * KIBI, Duration.ZERO, true);
    assertThat(lane.step()).isEqualTo(Next.DONE);
  }

  @Test
  void aPodThatIsOverIsNotLookedAt() {
    finds(1025 * KIBI, Duration.ZERO, true);
    lane.end();
    assertThat(lane.step()).isEqualTo(Next.DONE);
    assertThat(maxAges).isEmpty();
    assertThat(evicted).isEmpty();
  }
}
