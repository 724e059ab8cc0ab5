package dev.jubelet.server.auth;

/** Asks the API server what a user may do. */
@FunctionalInterface
public interface AccessReviews {

  /**
   * Whether the user may do that. Blocks; ends when the thread is interrupted.
   *
   * @throws dev.jubelet.server.auth.review.ReviewException when that is not known
   */
  boolean review(User user, Attributes attributes);
}
