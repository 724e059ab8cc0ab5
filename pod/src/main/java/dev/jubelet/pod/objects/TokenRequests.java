package dev.jubelet.pod.objects;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Asks the API server for a token; throws ApiException. */
@FunctionalInterface
public interface TokenRequests {
  Token request(TokenKey key);

  static TokenRequests of(ApiClient client) {
    return key -> {
      TokenRequest.Spec spec =
          new TokenRequest.Spec(
              key.audiences(),
              key.lifeSeconds() == 0 ? null : key.lifeSeconds(),
              new TokenRequest.BoundObject("Pod", "v1", key.pod().name(), key.uid().value()));
      return read(
          client.create(
              TokenRequest.of(key.pod().namespace(), key.serviceAccount()),
              TokenRequest.asking(spec, key.accountUid())),
          key);
    };
  }

  /** The server may give another life than was asked for. */
  private static Token read(TokenRequest answer, TokenKey key) {
    TokenRequest.Status given = answer.given();
    TokenRequest.Spec spec = answer.asked();
    String value = given == null ? null : given.token();
    String expires = given == null ? null : given.expirationTimestamp();
    if (value == null || value.isEmpty() || expires == null) {
      throw unusable(key);
    }
    Long life = spec == null ? null : spec.expirationSeconds();
    try {
      return new Token(
          value,
          Duration.ofSeconds(life == null ? key.lifeSeconds() : life),
          Instant.parse(expires));
    } catch (DateTimeException e) {
      throw unusable(key);
    }
  }

  private static ApiException unusable(TokenKey key) {
    return new ApiException(
        ApiException.Kind.UNREADABLE,
        "the API server gave no usable token for service account %s/%s"
            .formatted(key.pod().namespace(), key.serviceAccount()));
  }
}
