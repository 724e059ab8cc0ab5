package dev.jubelet.server.health;

import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be healthy or say why not. The reason is logged, and shown only by the check's
 * own page.
 */
public record HealthCheck(String name, Supplier<Optional<String>> problem) {
  private static final Duration LEAST_SYNC_PATIENCE = Duration.ofMinutes(5);
  private static final Duration LOG_PATIENCE = Duration.ofMinutes(2);

  /** Fails only when the process cannot answer at all. */
  public static HealthCheck ping() {
    return new HealthCheck("ping", Optional::empty);
  }

  /**
   * Fails when the sync loop has not turned for twice the sync frequency, but never before five
   * minutes.
   *
   * @param lastTurn when the loop last began a turn, null before its first
   */
  public static HealthCheck syncLoop(
      Timers timers, Duration syncFrequency, Supplier<@Nullable Instant> lastTurn) {
    Duration twice = syncFrequency.multipliedBy(2);
    Duration patience = twice.compareTo(LEAST_SYNC_PATIENCE) > 0 ? twice : LEAST_SYNC_PATIENCE;
    return heartbeat("syncloop", timers, patience, lastTurn, "sync Loop took longer than expected");
  }

  /**
   * Fails when the log has not been flushed for two minutes.
   *
   * @param lastFlush when the log was last flushed, null before the first time
   */
  public static HealthCheck log(Timers timers, Supplier<@Nullable Instant> lastFlush) {
    return heartbeat("log", timers, LOG_PATIENCE, lastFlush, "logging blocked");
  }

  private static HealthCheck heartbeat(
      String name,
      Timers timers,
      Duration patience,
      Supplier<@Nullable Instant> lastBeat,
      String problem) {
    return new HealthCheck(
        name,
        () -> {
          Instant beat = lastBeat.get();
          boolean late = beat != null && timers.now().isAfter(beat.plus(patience));
          return late ? Optional.of(problem) : Optional.empty();
        });
  }
}
