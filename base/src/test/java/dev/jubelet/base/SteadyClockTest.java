package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SteadyClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Steps steps = new Steps();
  private final SteadyClock clock = new SteadyClock(steps);

  @Test
  void aWallClockThatJumpsDoesNotMoveIt() {
    steps.nanos = Duration.ofSeconds(5).toNanos();
    steps.wall = START.minus(Duration.ofHours(1));
    assertThat(clock.now()).isEqualTo(START.plusSeconds(5));
  }

  @Test
  void aRecentWallTimeIsAsLongAgoHere() {
    steps.nanos = Duration.ofSeconds(5).toNanos();
    steps.wall = START.plus(Duration.ofHours(1));
    assertThat(clock.of(steps.wall.minusSeconds(2))).isEqualTo(START.plusSeconds(3));
  }

  @Test
  void aTimeToComeIsNow() {
    assertThat(clock.of(START.plusSeconds(9))).isEqualTo(START);
  }

  private static final class Steps implements Timers {
    private Instant wall = START;
    private long nanos;

    @Override
    public Instant now() {
      return wall;
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      throw new AssertionError("no timer is needed");
    }
  }
}
