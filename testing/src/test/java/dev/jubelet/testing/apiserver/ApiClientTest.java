package dev.jubelet.testing.apiserver;

import static dev.jubelet.testing.apiserver.ClientFixture.PODS;
import static dev.jubelet.testing.apiserver.ClientFixture.await;
import static dev.jubelet.testing.apiserver.ClientFixture.inBackground;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Patch;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ApiClientTest {
  private static final String POD =
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"uid\":\"u\"}}";

  private final ScriptedServer server = new ScriptedServer();
  private final ClientFixture fixture = new ClientFixture(server.address());
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void close() {
    never.countDown();
    fixture.close();
    server.close();
  }

  private Pod get() {
    return fixture.usual().get(PODS.object("ns", "p"));
  }

  private ScriptedServer.Request request(int index) {
    return server.requests().get(index);
  }

  @Test
  void readsAnObjectAndSaysWhoAsks() {
    server.then(ScriptedAnswer.of(200, POD));

    assertThat(get().getMetadata().getUid()).isEqualTo("u");

    assertThat(request(0).target()).hasToString("/api/v1/namespaces/ns/pods/p");
    assertThat(request(0).header("Authorization")).isEqualTo("Bearer t0ken");
    assertThat(request(0).header("User-Agent")).isEqualTo("kubelet/v1.36.4");
    assertThat(request(0).header("Accept")).isEqualTo("application/json");
  }

  @Test
  void asksForASelection() {
    server.then(
        ScriptedAnswer.of(
            200, "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"4\"},\"items\":[]}"));

    fixture
        .usual()
        .list(Selection.all(PODS).where("spec.nodeName=n"), new ListRequest("0", 500, ""));

    assertThat(request(0).target())
        .hasToString("/api/v1/pods?fieldSelector=spec.nodeName%3Dn&limit=500&resourceVersion=0");
  }

  @Test
  void creates() {
    server.then(ScriptedAnswer.of(201, POD));
    Pod pod = new PodBuilder().withNewMetadata().withName("p").endMetadata().build();

    fixture.usual().create(PODS, "ns", pod);

    assertThat(request(0).method()).isEqualTo("POST");
    assertThat(request(0).target()).hasToString("/api/v1/namespaces/ns/pods");
    assertThat(request(0).body()).contains("\"name\":\"p\"");
  }

  @Test
  void patchesInTheWayThatIsAskedFor() {
    Object body = JsonNodeFactory.instance.objectNode().put("x", 1);
    server
        .then(ScriptedAnswer.of(200, POD))
        .then(ScriptedAnswer.of(200, POD))
        .then(ScriptedAnswer.of(200, POD));

    for (Patch patch :
        List.of(Patch.strategicMerge(body), Patch.merge(body), Patch.apply(body, "me", true))) {
      fixture.usual().patch(PODS.object("ns", "p").part("status"), patch);
    }

    assertThat(server.requests())
        .extracting(request -> request.header("Content-Type"))
        .containsExactly(
            "application/strategic-merge-patch+json",
            "application/merge-patch+json",
            "application/apply-patch+yaml");
    assertThat(request(2).method()).isEqualTo("PATCH");
    assertThat(request(2).target().getQuery()).isEqualTo("fieldManager=me&force=true");
  }

  @Test
  void deletesOnlyTheObjectThatIsMeant() {
    server.then(ScriptedAnswer.of(200, "{\"kind\":\"Status\",\"status\":\"Success\"}"));

    fixture.usual().delete(PODS.object("ns", "p"), Deletion.of("u").within(0));

    assertThat(request(0).method()).isEqualTo("DELETE");
    assertThat(request(0).body())
        .contains("\"gracePeriodSeconds\":0")
        .contains("\"preconditions\":{\"uid\":\"u\"}");
  }

  @Test
  void saysWhatTheServerSaid() {
    server.then(
        ScriptedAnswer.of(
            409,
            "{\"kind\":\"Status\",\"reason\":\"Conflict\",\"message\":\"it changed\",\"code\":409}"));

    assertThatThrownBy(this::get)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
              assertThat(e.code()).isEqualTo(409);
            })
        .hasMessage("GET /api/v1/namespaces/ns/pods/p: 409 it changed");
  }

  @Test
  void quotesAStrangersPage() {
    server.then(ScriptedAnswer.of(502, "<html>\n bad gateway</html>"));

    assertThatThrownBy(this::get)
        .hasMessageEndingWith("502 <html> bad gateway</html>")
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{\"kind\":\"Node\"}", "[]", "{\"kind\":\"Pod\""})
  void takesNothingElseForTheObject(String body) {
    server.then(ScriptedAnswer.of(200, body));

    assertThatThrownBy(this::get)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREADABLE));
  }

  @Test
  void waitsAsLongAsTheServerAsks() throws InterruptedException, ExecutionException {
    server
        .then(ScriptedAnswer.of(429, "", Map.of("Retry-After", "3")))
        .then(ScriptedAnswer.of(200, POD));
    FutureTask<Pod> call = inBackground(this::get);

    assertThat(fixture.timeUntilDone(call)).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
    assertThat(call.get().getMetadata().getName()).isEqualTo("p");
  }

  @Test
  void doesNotWaitBeyondItsDeadline() {
    server.then(ScriptedAnswer.of(503, "", Map.of("Retry-After", "60")));

    assertThatThrownBy(this::get)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(60)));
  }

  @Test
  void readsAgainWhenAnAnswerBreaksOff() throws InterruptedException, ExecutionException {
    server.then(ScriptedAnswer.truncated(POD)).then(ScriptedAnswer.of(200, POD));
    FutureTask<Pod> call = inBackground(this::get);

    assertThat(fixture.timeUntilDone(call)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    assertThat(call.get().getMetadata().getName()).isEqualTo("p");
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void doesNotCreateTwiceWhenAnAnswerBreaksOff() {
    server.then(ScriptedAnswer.truncated(POD));

    assertThatThrownBy(() -> fixture.usual().create(PODS, "ns", new PodBuilder().build()))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void givesUpOnAServerThatDoesNotAnswer() throws InterruptedException {
    server.then(ScriptedAnswer.silent(never));
    FutureTask<Pod> call = inBackground(() -> fixture.heartbeat().get(PODS.object("ns", "p")));

    assertThat(fixture.timeUntilDone(call)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    assertThatThrownBy(call::get)
        .cause()
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
  }

  @Test
  void givesUpOnAnAnswerThatDoesNotEnd() throws InterruptedException {
    server.then(ScriptedAnswer.streamed(never, "{\"kind\":"));
    FutureTask<Pod> call = inBackground(() -> fixture.heartbeat().get(PODS.object("ns", "p")));

    assertThat(fixture.timeUntilDone(call)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    assertThatThrownBy(call::get)
        .cause()
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
  }

  @Test
  void isCancelledByAnInterrupt() throws InterruptedException {
    server.then(ScriptedAnswer.silent(never));
    FutureTask<Pod> call = new FutureTask<>(this::get);
    Thread thread = Thread.ofVirtual().start(call);
    await(() -> server.requests().size() == 1, "a request");

    thread.interrupt();

    assertThatThrownBy(call::get)
        .cause()
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CANCELLED));
  }

  @Test
  void keepsToItsRate() throws InterruptedException, ExecutionException {
    server.then(ScriptedAnswer.of(200, POD)).then(ScriptedAnswer.of(200, POD));
    var client = fixture.limited(1, 1);
    client.get(PODS.object("ns", "p"));
    FutureTask<Pod> second = inBackground(() -> client.get(PODS.object("ns", "p")));
    await(() -> fixture.timers.pending() == 1, "a pause");
    assertThat(server.requests()).hasSize(1);

    fixture.timers.advance(Duration.ofSeconds(1));

    assertThat(second.get()).isNotNull();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void triesANewTokenWhenTheOldOneIsRefused(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "old");
    KubeconfigUser user =
        new KubeconfigUser(Optional.empty(), Optional.empty(), Optional.of(file), Optional.empty());
    try (ClientFixture other = new ClientFixture(server.address(), user)) {
      server.then(ScriptedAnswer.of(200, POD));
      other.usual().get(PODS.object("ns", "p"));
      Files.writeString(file, "new");
      server.then(ScriptedAnswer.of(401, "")).then(ScriptedAnswer.of(200, POD));

      other.usual().get(PODS.object("ns", "p"));
    }

    assertThat(server.requests())
        .extracting(request -> request.header("Authorization"))
        .containsExactly("Bearer old", "Bearer old", "Bearer new");
  }

  @Test
  void asksOnlyOnceMoreWhenItIsRefused() {
    server.then(ScriptedAnswer.of(401, "")).then(ScriptedAnswer.of(401, ""));

    assertThatThrownBy(this::get)
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAUTHORIZED));
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void saysWhenNobodyListens() {
    server.close();

    assertThatThrownBy(() -> fixture.usual().create(PODS, "ns", new PodBuilder().build()))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }
}
