package dev.jubelet.server.auth;

import dev.jubelet.base.Timers;
import dev.jubelet.server.auth.review.CachedReviews;
import dev.jubelet.server.auth.review.Fingerprint;
import dev.jubelet.server.auth.review.Fingerprints;
import dev.jubelet.server.auth.review.ReviewCache;
import dev.jubelet.server.auth.review.ReviewRetries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Lets users do what the API server says they may. What it says is kept for a while; a failure to
 * say it is not, and is thrown.
 *
 * <p>Thread: any; blocks while the API server is asked. Owns: its answers.
 */
public final class SubjectAccessAuthorizer implements Authorizer {
  private final AccessReviews reviews;
  private final CachedReviews<Boolean> inquiry;
  private final Fingerprints fingerprints = new Fingerprints();

  /** How long answers are kept; zero keeps none of that kind. */
  public record Lives(Duration ofGrants, Duration ofRefusals) {}

  public SubjectAccessAuthorizer(
      AccessReviews reviews, Lives lives, Timers timers, RandomGenerator random) {
    this.reviews = reviews;
    this.inquiry =
        new CachedReviews<>(
            new ReviewCache<>(allowed -> allowed, lives.ofGrants(), lives.ofRefusals(), timers),
            new ReviewRetries(timers, random),
            timers);
  }

  @Override
  public boolean allows(User user, Attributes attributes) {
    return inquiry.answer(question(user, attributes), () -> reviews.review(user, attributes));
  }

  /** The path is no part of the question: the API server is not told it either. */
  private Fingerprint question(User user, Attributes attributes) {
    List<String> parts = new ArrayList<>();
    parts.addAll(List.of(attributes.verb(), attributes.nodeName(), attributes.subresource()));
    parts.addAll(List.of(user.name(), user.uid()));
    addAll(parts, user.groups());
    new TreeMap<>(user.extra())
        .forEach(
            (key, values) -> {
              parts.add(key);
              addAll(parts, values);
            });
    return fingerprints.of(parts);
  }

  /** With their number, so that no two lists read alike. */
  private static void addAll(List<String> parts, List<String> values) {
    parts.add(Integer.toString(values.size()));
    parts.addAll(values);
  }
}
