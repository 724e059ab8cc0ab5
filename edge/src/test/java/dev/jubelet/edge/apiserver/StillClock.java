package dev.jubelet.edge.apiserver;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;

/** A clock that moves when told, for code that only reads it; a timer would be a mistake. */
public final class StillClock implements Timers {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  public void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nanoTime() {
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public Pending after(Duration delay, Runnable task) {
    throw new AssertionError("nothing here waits");
  }
}
