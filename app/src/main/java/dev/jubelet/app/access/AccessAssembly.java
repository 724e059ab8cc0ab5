package dev.jubelet.app.access;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.RateLimit;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.Authenticator;
import dev.jubelet.server.auth.Authorizer;
import dev.jubelet.server.auth.SubjectAccessAuthorizer;
import dev.jubelet.server.auth.TokenReviewAuthenticator;
import dev.jubelet.server.auth.X509Authenticator;
import dev.jubelet.server.auth.apiserver.ApiReviews;
import dev.jubelet.server.metric.AccessMeter;
import dev.jubelet.server.tls.ClientAuthorities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Who may call the main server, set up as the configuration says. */
public final class AccessAssembly {
  // A little less than callers wait, so that a dead connection is noticed as such.
  private static final Duration CALL_DEADLINE = Duration.ofSeconds(9);

  private final KubeletConfig config;
  private final Timers timers;
  private final RandomGenerator random;
  private final AccessMeter meter;

  public AccessAssembly(
      KubeletConfig config, Timers timers, RandomGenerator random, AccessMeter meter) {
    this.config = config;
    this.timers = timers;
    this.random = random;
    this.meter = meter;
  }

  /**
   * For the client that asks about callers. It has a limit of its own, so that a flood of bad
   * tokens does not hold up what the agent has to say about its pods.
   */
  public ClientSettings clientSettings() {
    RateLimit limit =
        RateLimit.of(
            config.get(NodeFields.KUBE_API_QPS), config.get(NodeFields.KUBE_API_BURST), timers);
    return new ClientSettings(CALL_DEADLINE, limit, false);
  }

  /**
   * What every request of the main server is asked.
   *
   * @param client made with {@link #clientSettings}; the rules of a standalone node see to it that
   *     there is one when it is needed
   */
  public Access build(
      String nodeName, Optional<ClientAuthorities> authorities, Optional<ApiClient> client) {
    Optional<ApiReviews> reviews = client.map(c -> new ApiReviews(c, meter, timers));
    return new Access(
        authenticators(authorities, reviews),
        config.get(ServerFields.ANONYMOUS_ENABLED),
        authorizer(reviews),
        nodeName,
        timers);
  }

  private List<Authenticator> authenticators(
      Optional<ClientAuthorities> authorities, Optional<ApiReviews> reviews) {
    List<Authenticator> authenticators = new ArrayList<>();
    authorities.map(a -> new X509Authenticator(a, meter::shown)).ifPresent(authenticators::add);
    if (config.get(ServerFields.TOKEN_WEBHOOK_ENABLED)) {
      authenticators.add(
          new TokenReviewAuthenticator(
              needed(reviews, ServerFields.TOKEN_WEBHOOK_ENABLED),
              config.get(ServerFields.TOKEN_WEBHOOK_CACHE_TTL),
              timers,
              random,
              meter));
    }
    return authenticators;
  }

  private Authorizer authorizer(Optional<ApiReviews> reviews) {
    return switch (config.get(ServerFields.AUTHORIZATION_MODE)) {
      case "AlwaysAllow" -> Authorizer.ALWAYS_ALLOW;
      case "Webhook" ->
          new SubjectAccessAuthorizer(
              needed(reviews, ServerFields.AUTHORIZATION_MODE),
              new SubjectAccessAuthorizer.Lives(
                  config.get(ServerFields.AUTHORIZATION_CACHE_AUTHORIZED_TTL),
                  config.get(ServerFields.AUTHORIZATION_CACHE_UNAUTHORIZED_TTL)),
              timers,
              random);
      case String other ->
          throw new IllegalStateException(
              ServerFields.AUTHORIZATION_MODE.path() + " \"" + other + "\" has passed the rules");
    };
  }

  private static ApiReviews needed(Optional<ApiReviews> reviews, Field<?> field) {
    return reviews.orElseThrow(
        () ->
            new IllegalStateException(
                field.path() + " needs an API server to ask: give --kubeconfig"));
  }
}
