package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ServiceAccountTokensTest {
  private static final TokenKey KEY = key("a", List.of());

  private final ManualTimers timers = new ManualTimers();
  private final ServiceAccountTokens tokens =
      new ServiceAccountTokens(this::answer, timers, () -> 0);
  private int requests;
  private @Nullable ApiException failure;

  private static TokenKey key(String uid, List<String> audiences) {
    return new TokenKey(new PodKey("shop", "web"), new PodUid(uid), "clerk", audiences, 3600);
  }

  private Token answer(TokenKey key) {
    requests++;
    if (failure != null) {
      throw failure;
    }
    Duration life = Duration.ofSeconds(key.lifeSeconds());
    return new Token("token-" + requests, life, timers.now().plus(life));
  }

  @Test
  void aTokenIsUsedWhileItIsFresh() {
    assertThat(tokens.token(KEY).value()).isEqualTo("token-1");
    timers.advance(Duration.ofMinutes(48).minusNanos(1));
    assertThat(tokens.token(KEY).value()).isEqualTo("token-1");
    timers.advance(Duration.ofNanos(1));
    assertThat(tokens.token(KEY).value()).isEqualTo("token-2");
    assertThat(tokens.token(KEY).value()).isEqualTo("token-2");
  }

  @Test
  void tokensOfOtherAudiencesAndPodsAreOtherTokens() {
    assertThat(tokens.token(KEY).value()).isEqualTo("token-1");
    assertThat(tokens.token(key("a", List.of("vault"))).value()).isEqualTo("token-2");
    assertThat(tokens.token(key("b", List.of())).value()).isEqualTo("token-3");
  }

  @Test
  void anOldTokenIsUsedUntilItExpiresWhileThereIsNoNewOne() {
    tokens.token(KEY);
    failure = new ApiException(ApiException.Kind.UNAVAILABLE, "no way");
    timers.advance(Duration.ofMinutes(59));
    assertThat(tokens.token(KEY).value()).isEqualTo("token-1");

    timers.advance(Duration.ofMinutes(1));
    assertThatThrownBy(() -> tokens.token(KEY))
        .isInstanceOf(ApiException.class)
        .hasMessage("token of service account shop/clerk expired and refresh failed: no way");

    failure = null;
    assertThat(tokens.token(KEY).value()).isEqualTo("token-4");
  }

  @Test
  void withoutAFirstTokenTheReasonIsTold() {
    failure = new ApiException(ApiException.Kind.FORBIDDEN, "not yours");

    assertThatThrownBy(() -> tokens.token(KEY)).hasMessage("failed to fetch token: not yours");
  }

  @Test
  void aPodsTokensGoWithIt() {
    tokens.token(KEY);
    tokens.token(key("a", List.of("vault")));
    tokens.token(key("b", List.of()));

    tokens.release(new PodUid("a"));

    assertThat(tokens.kept()).isEqualTo(1);
    assertThat(tokens.token(KEY).value()).isEqualTo("token-4");
  }

  @Test
  void noTextShowsAToken() {
    assertThat(tokens.token(KEY).toString()).doesNotContain("token-1");
    assertThat(new TokenRequest.Status("s3cret", "2026").toString()).doesNotContain("s3cret");
  }

  static Stream<ObjectMapper> mappers() {
    return Stream.of(new ObjectMapper(), KubernetesJson.mapper());
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void theRequestIsInTheWordsOfTheApi(ObjectMapper json) throws JsonProcessingException {
    TokenRequest request =
        TokenRequest.asking(
            new TokenRequest.Spec(
                List.of(), 600L, new TokenRequest.BoundObject("Pod", "v1", "web", "u")),
            "");

    assertThat(json.readTree(json.writeValueAsString(request)).toString())
        .isEqualTo(
            json.readTree(
                    """
                    {"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","metadata":{},
                     "spec":{"expirationSeconds":600,
                      "boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"web","uid":"u"}}}
                    """)
                .toString());
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void theAnswerIsUnderstood(ObjectMapper json) throws JsonProcessingException {
    TokenRequest answer =
        json.readValue(
            """
            {"kind":"TokenRequest","apiVersion":"authentication.k8s.io/v1",
             "metadata":{"name":"clerk","creationTimestamp":"2026-01-01T00:00:00Z"},
             "spec":{"audiences":["x"],"expirationSeconds":607,
               "boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"web","uid":"u"}},
             "status":{"token":"abc","expirationTimestamp":"2026-01-01T00:10:07Z"}}
            """,
            TokenRequest.class);

    assertThat(answer.given()).isEqualTo(new TokenRequest.Status("abc", "2026-01-01T00:10:07Z"));
    assertThat(answer.asked()).extracting(TokenRequest.Spec::expirationSeconds).isEqualTo(607L);
  }
}
