package dev.jubelet.node.shutdown;

import java.time.Instant;
import java.util.Optional;

/** When the last graceful shutdown began and ended. */
public record ShutdownTimes(Optional<Instant> start, Optional<Instant> end) {
  /** There was none. */
  public static final ShutdownTimes NEVER = new ShutdownTimes(Optional.empty(), Optional.empty());
}
