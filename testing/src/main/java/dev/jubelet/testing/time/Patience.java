package dev.jubelet.testing.time;

import java.time.Duration;
import java.util.Optional;

/**
 * How long tests wait for real things: as long as is usual, times the whole number in the variable
 * {@value #FACTOR}. It is set for machines that are much slower than most, such as emulated ones.
 */
public final class Patience {
  private static final String FACTOR = "JUBELET_PATIENCE";

  private Patience() {}

  /** What is usual elsewhere, made longer for this machine. */
  public static Duration of(Duration usual) {
    return of(usual, Optional.ofNullable(System.getenv(FACTOR)));
  }

  static Duration of(Duration usual, Optional<String> factor) {
    return usual.multipliedBy(factor.map(Long::parseLong).orElse(1L));
  }
}
