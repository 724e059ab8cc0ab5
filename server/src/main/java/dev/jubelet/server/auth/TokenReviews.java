package dev.jubelet.server.auth;

import java.util.Optional;

/** Asks the API server whose a token is. */
@FunctionalInterface
public interface TokenReviews {

  /**
   * The user of a token, empty when it is nobody's. Blocks; ends when the thread is interrupted.
   *
   * @throws dev.jubelet.server.auth.review.ReviewException when that is not known
   */
  Optional<User> review(String token);
}
