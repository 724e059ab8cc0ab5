package dev.jubelet.server.auth.apiserver;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.server.auth.AccessReviews;
import dev.jubelet.server.auth.Attributes;
import dev.jubelet.server.auth.TokenReviews;
import dev.jubelet.server.auth.User;
import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.server.metric.AccessMeter;
import dev.jubelet.server.metric.ReviewMeter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the questions about callers to the API server.
 *
 * <p>Thread: any; calls block until answered, interrupted or out of the client's time.
 */
public final class ApiReviews implements TokenReviews, AccessReviews {
  private static final int CREATED = 201;

  private final ApiClient client;
  private final AccessMeter meter;
  private final Timers timers;

  public ApiReviews(ApiClient client, AccessMeter meter, Timers timers) {
    this.client = client;
    this.meter = meter;
    this.timers = timers;
  }

  @Override
  public Optional<User> review(String token) {
    TokenReview.Status status =
        ask(TokenReview.RESOURCE, TokenReview.of(token), meter.authentication()).outcome();
    if (status == null) {
      throw failed("the TokenReview came back without a status");
    }
    if (status.authenticated()) {
      return Optional.of(user(status.user()));
    }
    if (status.error() != null && !status.error().isEmpty()) {
      throw failed(status.error());
    }
    return Optional.empty();
  }

  /** Whoever is not named cannot be judged, so that a good token of nobody is a failure. */
  private static User user(TokenReview.@Nullable Bearer user) {
    if (user == null || user.username() == null || user.username().isEmpty()) {
      throw failed("the TokenReview names no user");
    }
    return new User(
        user.username(),
        user.uid() == null ? "" : user.uid(),
        user.groups() == null ? List.of() : List.copyOf(user.groups()),
        user.extra() == null ? Map.of() : Map.copyOf(user.extra()));
  }

  @Override
  public boolean review(User user, Attributes attributes) {
    SubjectAccessReview.Status status =
        ask(
                SubjectAccessReview.RESOURCE,
                SubjectAccessReview.of(user, attributes),
                meter.authorization())
            .outcome();
    if (status == null) {
      throw failed("the SubjectAccessReview came back without a status");
    }
    if (status.allowed() && status.denied()) {
      throw failed("the SubjectAccessReview says both that it is allowed and that it is denied");
    }
    return status.allowed();
  }

  private <T extends HasMetadata> T ask(ApiResource<T> resource, T review, ReviewMeter counter) {
    long begun = timers.nanoTime();
    int status = 0;
    try {
      T answer = client.create(resource, "", review);
      status = CREATED;
      return answer;
    } catch (ApiException e) {
      status = e.code();
      throw new ReviewException(kind(e), e.text(), e);
    } finally {
      counter.ended(status, Duration.ofNanos(timers.nanoTime() - begun));
    }
  }

  private static ReviewException.Kind kind(ApiException e) {
    return switch (e.kind()) {
      case TOO_MANY_REQUESTS, INTERNAL, UNAVAILABLE -> ReviewException.Kind.TRANSIENT;
      case TIMEOUT -> e.code() == 0 ? ReviewException.Kind.TIMEOUT : ReviewException.Kind.TRANSIENT;
      case CANCELLED -> ReviewException.Kind.CANCELLED;
      case NOT_FOUND,
          ALREADY_EXISTS,
          CONFLICT,
          GONE,
          VERSION_TOO_LARGE,
          UNAUTHORIZED,
          FORBIDDEN,
          INVALID,
          UNREADABLE,
          CREDENTIALS ->
          ReviewException.Kind.FAILED;
    };
  }

  private static ReviewException failed(String message) {
    return new ReviewException(ReviewException.Kind.FAILED, message, null);
  }
}
