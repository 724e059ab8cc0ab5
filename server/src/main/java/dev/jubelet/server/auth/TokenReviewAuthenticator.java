package dev.jubelet.server.auth;

import dev.jubelet.base.Timers;
import dev.jubelet.server.auth.review.CachedReviewMeter;
import dev.jubelet.server.auth.review.CachedReviews;
import dev.jubelet.server.auth.review.Fingerprints;
import dev.jubelet.server.auth.review.ReviewCache;
import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.server.auth.review.ReviewRetries;
import dev.jubelet.server.http.Request;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Knows a user by a bearer token, by the word of the API server. What it says is kept for a while;
 * a failure to say it is not.
 *
 * <p>Thread: any; blocks while the API server is asked. Owns: its answers, under fingerprints of
 * the tokens.
 */
public final class TokenReviewAuthenticator implements Authenticator {
  private final TokenReviews reviews;
  private final CachedReviews<Optional<User>> inquiry;
  private final Fingerprints fingerprints = new Fingerprints();

  /** Counts nothing. */
  public TokenReviewAuthenticator(
      TokenReviews reviews, Duration cacheLife, Timers timers, RandomGenerator random) {
    this(reviews, cacheLife, timers, random, CachedReviewMeter.NONE);
  }

  /** Keeps answers, of either kind, for {@code cacheLife}; zero keeps none. */
  public TokenReviewAuthenticator(
      TokenReviews reviews,
      Duration cacheLife,
      Timers timers,
      RandomGenerator random,
      CachedReviewMeter meter) {
    this.reviews = reviews;
    this.inquiry =
        new CachedReviews<>(
            new ReviewCache<>(Optional::isPresent, cacheLife, cacheLife, timers),
            new ReviewRetries(timers, random),
            timers,
            meter);
  }

  @Override
  public Authentication authenticate(Request request) {
    Authentication byHeader = judge(BearerToken.inHeader(request));
    if (byHeader instanceof Authentication.Authenticated) {
      return byHeader;
    }
    Authentication byProtocol = judge(BearerToken.inProtocols(request));
    return byProtocol instanceof Authentication.Absent ? byHeader : byProtocol;
  }

  private Authentication judge(BearerToken bearer) {
    return switch (bearer) {
      case BearerToken.None() -> Authentication.ABSENT;
      case BearerToken.Malformed(String reason) -> new Authentication.Rejected(reason);
      case BearerToken.Carried(String token) -> review(token);
    };
  }

  private Authentication review(String token) {
    try {
      return inquiry
          .answer(fingerprints.of(List.of(token)), () -> reviews.review(token))
          .<Authentication>map(Authentication.Authenticated::new)
          .orElseGet(() -> new Authentication.Rejected("invalid bearer token"));
    } catch (ReviewException e) {
      return new Authentication.Rejected("bearer token: " + e.getMessage());
    }
  }
}
