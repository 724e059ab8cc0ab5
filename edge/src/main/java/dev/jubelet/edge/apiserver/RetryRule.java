package dev.jubelet.edge.apiserver;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether and when a failed request is sent again without the caller noticing: when the server says
 * how long to wait, or when a reading request met a broken connection. Everything else is for the
 * caller to decide. Pure.
 */
final class RetryRule {
  private static final int MOST = 10;
  private static final Duration AFTER_BREAK = Duration.ofMillis(100);
  private static final int MOST_AFTER_BREAK = 3;

  private RetryRule() {}

  /** {@code attempt} counts from 1; {@code reading} is whether the request changes nothing. */
  static Optional<Duration> pause(ApiException failure, int attempt, boolean reading) {
    return switch (failure.kind()) {
      case TOO_MANY_REQUESTS, INTERNAL, TIMEOUT, UNAVAILABLE ->
          failure.code() == 0
              ? afterBreak(failure, attempt, reading)
              : failure.retryAfter().filter(_ -> attempt < MOST);
      case NOT_FOUND,
          ALREADY_EXISTS,
          CONFLICT,
          GONE,
          VERSION_TOO_LARGE,
          UNAUTHORIZED,
          FORBIDDEN,
          INVALID,
          UNREADABLE,
          CREDENTIALS,
          CANCELLED ->
          Optional.empty();
    };
  }

  private static Optional<Duration> afterBreak(ApiException failure, int attempt, boolean reading) {
    boolean again =
        reading && attempt <= MOST_AFTER_BREAK && failure.kind() == ApiException.Kind.UNAVAILABLE;
    return again ? Optional.of(AFTER_BREAK.multipliedBy(1L << (attempt - 1))) : Optional.empty();
  }
}
