package dev.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.auth.review.Asker;
import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class TokenReviewAuthenticatorTest {
  private static final User ALICE =
      new User("alice", "u-1", List.of("admins"), Map.of("scopes", List.of("a", "b")));
  private static final String WEBSOCKET_TOKEN =
      "Sec-WebSocket-Protocol: v5.channel.k8s.io, base64url.bearer.authorization.k8s.io.Z29vZA";

  private final ManualTimers timers = new ManualTimers();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private Optional<User> review(String token) {
    asked.add(token);
    return switch (token) {
      case "good" -> Optional.of(ALICE);
      case "broken" ->
          throw new ReviewException(ReviewException.Kind.FAILED, "token expired", null);
      case "busy" -> throw new ReviewException(ReviewException.Kind.TRANSIENT, "busy", null);
      default -> Optional.empty();
    };
  }

  private TokenReviewAuthenticator authenticator(Duration life) {
    return new TokenReviewAuthenticator(this::review, life, timers, new Random(1));
  }

  private final TokenReviewAuthenticator authenticator = authenticator(Duration.ofMinutes(2));

  private Authentication with(String token) {
    return authenticator.authenticate(RequestWithHeaders.bearing(token));
  }

  @Test
  void aUserIsAllThatTheApiServerSays() {
    assertThat(with("good")).isEqualTo(new Authentication.Authenticated(ALICE));
  }

  @Test
  void withoutATokenNobodyIsAsked() {
    assertThat(authenticator.authenticate(RequestWithHeaders.of("Authorization: Basic eA==")))
        .isEqualTo(Authentication.ABSENT);
    assertThat(asked).isEmpty();
  }

  @Test
  void aTokenOfNobodyAndAFailureAreRejections() {
    assertThat(with("bad")).isEqualTo(new Authentication.Rejected("invalid bearer token"));
    assertThat(with("broken"))
        .isEqualTo(new Authentication.Rejected("bearer token: token expired"));
  }

  @Test
  void aServerThatStaysBusyIsARejectionInTheEnd() throws Exception {
    Asker<Authentication> asker = new Asker<>(() -> with("busy"));

    Asker.await(
        () -> {
          timers.advance(Duration.ofMillis(100));
          return asker.isDone();
        });

    assertThat(asker.answer()).isInstanceOf(Authentication.Rejected.class);
    assertThat(asked.size()).isBetween(2, 5);
  }

  @ParameterizedTest
  @CsvSource({
    "good,   PT2M, PT1M59S, 1",
    "good,   PT2M, PT2M,    2",
    "bad,    PT2M, PT1M59S, 1",
    "bad,    PT2M, PT2M,    2",
    "broken, PT2M, PT0S,    2",
    "good,   PT0S, PT0S,    2",
    "bad,    PT0S, PT0S,    2",
  })
  void answersAreKeptForAWhileAndFailuresAreNot(
      String token, Duration life, Duration later, int times) {
    TokenReviewAuthenticator keeping = authenticator(life);
    Authentication first = keeping.authenticate(RequestWithHeaders.bearing(token));

    timers.advance(later);

    assertThat(keeping.authenticate(RequestWithHeaders.bearing(token))).isEqualTo(first);
    assertThat(asked).hasSize(times);
  }

  @Test
  void theTokenOfAWebSocketIsTriedAfterThatOfTheHeader() {
    String[] opening = {"Connection: Upgrade", "Upgrade: websocket", WEBSOCKET_TOKEN};

    assertThat(authenticator.authenticate(RequestWithHeaders.of(opening)))
        .isEqualTo(new Authentication.Authenticated(ALICE));
    assertThat(
            authenticator.authenticate(
                RequestWithHeaders.of(
                    opening[0], opening[1], opening[2], "Authorization: Bearer bad")))
        .isEqualTo(new Authentication.Authenticated(ALICE));
    assertThat(asked).containsExactly("good", "bad");
  }

  @Test
  void aBadTokenOfEitherKindIsARejection() {
    assertThat(
            authenticator.authenticate(
                RequestWithHeaders.of(
                    "Connection: Upgrade", "Upgrade: websocket", "Authorization: Bearer bad")))
        .isInstanceOf(Authentication.Rejected.class);
    assertThat(
            authenticator.authenticate(
                RequestWithHeaders.of(
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Protocol: v5, base64url.bearer.authorization.k8s.io.YmFk")))
        .isInstanceOf(Authentication.Rejected.class);
  }
}
