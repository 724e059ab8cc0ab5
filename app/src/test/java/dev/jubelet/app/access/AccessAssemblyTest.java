package dev.jubelet.app.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.app.config.Fixture;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.auth.User;
import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Request;
import dev.jubelet.server.metric.AccessMeter;
import dev.jubelet.testing.apiserver.ScriptedAnswer;
import dev.jubelet.testing.apiserver.ScriptedClient;
import dev.jubelet.testing.apiserver.ScriptedServer;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AccessAssemblyTest {
  private static final String OPEN =
      "authentication: {webhook: {enabled: false}, anonymous: {enabled: true}}\n"
          + "authorization: {mode: AlwaysAllow}\n";

  @TempDir Path directory;

  private final ScriptedServer server = new ScriptedServer();
  private final ManualTimers timers = new ManualTimers();

  @AfterEach
  void close() {
    server.close();
  }

  private AccessAssembly assembly(String config) {
    return new AccessAssembly(
        Fixture.config(directory, config),
        timers,
        new Random(1),
        new AccessMeter(new MetricRegistry(), timers));
  }

  private static Access access(AccessAssembly assembly, Optional<ApiClient> client) {
    return assembly.build("n1", Optional.empty(), client);
  }

  /** A GET of the metrics with a token. */
  private record Bearing(String token) implements Request {
    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String rawPath() {
      return "/metrics";
    }

    @Override
    public Query query() {
      return Query.EMPTY;
    }

    @Override
    public Optional<String> header(String name) {
      return headers(name).stream().findFirst();
    }

    @Override
    public List<String> headers(String name) {
      return name.equals("Authorization") && !token.isEmpty()
          ? List.of("Bearer " + token)
          : List.of();
    }

    @Override
    public List<X509Certificate> clientCertificates() {
      return List.of();
    }

    @Override
    public byte[] body(int limit) {
      return new byte[0];
    }
  }

  private static String verdict(Access access, String token) {
    return switch (access.check(new Bearing(token))) {
      case Access.Verdict.Granted(User user) -> user.name();
      case Access.Verdict.Refused(int status, String _) -> Integer.toString(status);
    };
  }

  private void answer(String kind, String status) {
    server.then(ScriptedAnswer.of(201, "{\"kind\":\"" + kind + "\",\"status\":" + status + "}"));
  }

  @Test
  void byDefaultTheApiServerIsAskedAboutTokensAndRights() {
    AccessAssembly assembly = assembly("");
    try (ScriptedClient client =
        ScriptedClient.of(server, assembly.clientSettings(), KubernetesJson.mapper(), timers)) {
      Access access = access(assembly, Optional.of(client.client()));
      answer("TokenReview", "{\"authenticated\":true,\"user\":{\"username\":\"alice\"}}");
      answer("SubjectAccessReview", "{\"allowed\":true}");

      assertThat(verdict(access, "good")).isEqualTo("alice");
      assertThat(verdict(access, "")).isEqualTo("401");
      assertThat(server.requests()).hasSize(2);
      assertThat(server.requests().get(1).body()).contains("system:authenticated", "\"n1\"");
    }
  }

  @Test
  void answersAreKeptAsLongAsConfigured() {
    AccessAssembly assembly =
        assembly(
            "authentication: {webhook: {cacheTTL: 1h}}\n"
                + "authorization: {webhook: {cacheAuthorizedTTL: 1m, cacheUnauthorizedTTL:"
                + " 10s}}\n");
    try (ScriptedClient client =
        ScriptedClient.of(server, assembly.clientSettings(), KubernetesJson.mapper(), timers)) {
      Access access = access(assembly, Optional.of(client.client()));
      answer("TokenReview", "{\"authenticated\":true,\"user\":{\"username\":\"alice\"}}");
      answer("SubjectAccessReview", "{\"allowed\":false}");
      answer("SubjectAccessReview", "{\"allowed\":true}");
      answer("SubjectAccessReview", "{\"allowed\":false}");

      assertThat(verdict(access, "good")).isEqualTo("403");
      timers.advance(Duration.ofSeconds(9));
      assertThat(verdict(access, "good")).isEqualTo("403");
      timers.advance(Duration.ofSeconds(1));
      assertThat(verdict(access, "good")).isEqualTo("alice");
      timers.advance(Duration.ofSeconds(59));
      assertThat(verdict(access, "good")).isEqualTo("alice");
      timers.advance(Duration.ofSeconds(1));
      assertThat(verdict(access, "good")).isEqualTo("403");
      assertThat(server.requests()).hasSize(4);
    }
  }

  @Test
  void aStandaloneNodeAsksNobody() {
    Access access = access(assembly(OPEN), Optional.empty());

    assertThat(verdict(access, "")).isEqualTo("system:anonymous");
    assertThat(verdict(access, "any")).isEqualTo("system:anonymous");
  }

  @Test
  void withoutAnApiServerNothingIsLeftOpenByMistake() {
    assertThatThrownBy(() -> access(assembly(""), Optional.empty()))
        .hasMessageContaining("authentication.webhook.enabled");
    assertThatThrownBy(
            () ->
                access(assembly("authentication: {webhook: {enabled: false}}\n"), Optional.empty()))
        .hasMessageContaining("authorization.mode");
  }
}
