package dev.jubelet.pod.journal;

import dev.jubelet.edge.apiserver.ApiException;

/** Which failures of the API server say nothing about what was asked. Pure. */
final class InconclusiveFailures {
  private InconclusiveFailures() {}

  /** Any other failure is an answer. */
  static boolean is(ApiException failure) {
    return switch (failure.kind()) {
      case UNAVAILABLE, TIMEOUT, CANCELLED, TOO_MANY_REQUESTS, INTERNAL, CREDENTIALS -> true;
      case NOT_FOUND,
          CONFLICT,
          ALREADY_EXISTS,
          GONE,
          VERSION_TOO_LARGE,
          UNAUTHORIZED,
          FORBIDDEN,
          INVALID,
          UNREADABLE ->
          false;
    };
  }
}
