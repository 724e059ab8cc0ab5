package dev.jubelet.server.auth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.server.auth.Attributes;
import dev.jubelet.server.auth.User;
import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.server.metric.AccessMeter;
import dev.jubelet.testing.apiserver.ScriptedAnswer;
import dev.jubelet.testing.apiserver.ScriptedClient;
import dev.jubelet.testing.apiserver.ScriptedServer;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ApiReviewsTest {
  private static final User ALICE =
      new User("alice", "u-1", List.of("a", "b"), Map.of("scopes", List.of("s")));
  private static final Attributes WISH = new Attributes("get", "n1", "metrics", "/metrics");

  private final ScriptedServer server = new ScriptedServer();
  private final ManualTimers timers = new ManualTimers();
  private final ScriptedClient client =
      ScriptedClient.of(
          server, ClientSettings.usual(-1, 0, timers), KubernetesJson.mapper(), timers);
  private final MetricRegistry registry = new MetricRegistry();
  private final ApiReviews join =
      new ApiReviews(client.client(), new AccessMeter(registry, timers), timers);

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void tokenAnswer(String status) {
    server.then(
        ScriptedAnswer.of(
            201,
            "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\","
                + "\"metadata\":{},\"spec\":{\"token\":\"t\",\"audiences\":[\"x\"]},\"status\":"
                + status
                + "}"));
  }

  private void accessAnswer(String status) {
    server.then(
        ScriptedAnswer.of(
            201,
            "{\"kind\":\"SubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\","
                + "\"metadata\":{\"managedFields\":[]},\"spec\":{\"user\":\"alice\",\"new\":1},"
                + "\"status\":"
                + status
                + "}"));
  }

  private void assertSent(String path, String body) throws Exception {
    ObjectMapper json = new ObjectMapper();
    ScriptedServer.Request request = server.requests().getFirst();
    assertThat(request.method() + " " + request.target()).isEqualTo("POST " + path);
    assertThat(json.readTree(request.body())).isEqualTo(json.readTree(body));
  }

  @Test
  void aTokenIsSentWithNothingElseAndItsUserComesBackWhole() throws Exception {
    tokenAnswer(
        """
        {"authenticated": true, "audiences": ["https://kubernetes"], "user": {
          "username": "alice", "uid": "u-1", "groups": ["a", "b"],
          "extra": {"scopes": ["s"]}, "new": {"field": 1}}}
        """);

    assertThat(join.review("t0ken")).hasValue(ALICE);
    assertSent(
        "/apis/authentication.k8s.io/v1/tokenreviews",
        """
        {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "metadata": {},
         "spec": {"token": "t0ken"}}
        """);
  }

  @Test
  void eachQuestionIsCounted() {
    tokenAnswer("{\"authenticated\": false}");
    assertThat(join.review("t")).isEmpty();
    server.then(ScriptedAnswer.of(403, "{}"));
    assertThatThrownBy(() -> join.review(ALICE, WISH)).isInstanceOf(ReviewException.class);

    StringBuilder page = new StringBuilder();
    registry
        .text(Format.PROMETHEUS)
        .forEach(piece -> page.append(new String(piece, StandardCharsets.UTF_8)));
    assertThat(page)
        .contains(
            "apiserver_delegated_authn_request_total{code=\"201\"} 1\n",
            "apiserver_delegated_authz_request_total{code=\"403\"} 1\n");
  }

  @Test
  void aUserMayHaveANameOnly() {
    tokenAnswer("{\"authenticated\": true, \"user\": {\"username\": \"alice\"}}");

    assertThat(join.review("t")).hasValue(new User("alice", "", List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"authenticated\": false}", "{\"user\": {}, \"error\": \"\"}"})
  void aTokenOfNobodyHasNoUser(String status) {
    tokenAnswer(status);

    assertThat(join.review("t")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"error\": \"token expired\"} | token expired",
        "{\"authenticated\": true} | the TokenReview names no user",
        "{\"authenticated\": true, \"user\": {\"username\": \"\"}} | the TokenReview names no user",
        "null | the TokenReview came back without a status",
      })
  void whatTheServerCannotSayIsAFailure(String status, String message) {
    tokenAnswer(status);

    assertThatThrownBy(() -> join.review("t"))
        .isInstanceOf(ReviewException.class)
        .hasMessage(message);
  }

  @Test
  void aWishIsSentWithAllThatIsKnownOfTheUser() throws Exception {
    accessAnswer("{\"allowed\": true, \"reason\": \"RBAC\"}");

    assertThat(join.review(ALICE, WISH)).isTrue();
    assertSent(
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        """
        {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "metadata": {},
         "spec": {"user": "alice", "uid": "u-1", "groups": ["a", "b"],
          "extra": {"scopes": ["s"]},
          "resourceAttributes": {"verb": "get", "version": "v1", "resource": "nodes",
           "subresource": "metrics", "name": "n1"}}}
        """);
  }

  @Test
  void whatIsNotKnownIsLeftOut() throws Exception {
    accessAnswer("{\"allowed\": false}");

    join.review(new User("bob", "", List.of()), new Attributes("", "n1", "proxy", "/x"));
    assertSent(
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        """
        {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "metadata": {},
         "spec": {"user": "bob",
          "resourceAttributes": {"version": "v1", "resource": "nodes", "subresource": "proxy",
           "name": "n1"}}}
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"allowed\": false}",
        "{}",
        "{\"allowed\": false, \"denied\": true}",
        "{\"allowed\": false, \"evaluationError\": \"no such role\"}"
      })
  void whatIsNotAllowedIsRefused(String status) {
    accessAnswer(status);

    assertThat(join.review(ALICE, WISH)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{\"allowed\": true, \"denied\": true}"})
  void anAnswerThatIsNoneIsAFailure(String status) {
    accessAnswer(status);

    assertThatThrownBy(() -> join.review(ALICE, WISH)).isInstanceOf(ReviewException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "400, FAILED",
    "401, FAILED",
    "403, FAILED",
    "404, FAILED",
    "429, TRANSIENT",
    "500, TRANSIENT",
    "503, TRANSIENT",
    "504, TRANSIENT",
  })
  void aFailureOfTheServerSaysWhetherToAskAgain(int code, ReviewException.Kind kind) {
    String body = "{\"kind\":\"Status\",\"code\":" + code + ",\"message\":\"no\"}";
    server.then(ScriptedAnswer.of(code, body)).then(ScriptedAnswer.of(code, body));

    assertThatThrownBy(() -> join.review("s3cret"))
        .isInstanceOfSatisfying(ReviewException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aTokenIsNotPrinted() {
    assertThat(new TokenReview.Spec("s3cret").toString()).doesNotContain("s3cret");
  }
}
