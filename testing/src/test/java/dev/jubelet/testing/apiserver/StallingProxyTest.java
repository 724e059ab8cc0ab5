package dev.jubelet.testing.apiserver;

import static dev.jubelet.testing.apiserver.ClientFixture.PODS;
import static dev.jubelet.testing.apiserver.ClientFixture.inBackground;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The proxy does what it says, and the client copes with it. */
final class StallingProxyTest {
  private static final String POD =
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}";

  private final ScriptedServer server = new ScriptedServer();
  private final StallingProxy proxy = new StallingProxy(server.address().getPort());
  private final ClientFixture fixture =
      new ClientFixture(URI.create("http://127.0.0.1:" + proxy.port()));

  @AfterEach
  void close() {
    fixture.close();
    proxy.close();
    server.close();
  }

  private static Pod get(ApiClient client) {
    return client.get(PODS.object("ns", "p"));
  }

  @Test
  void passesOnAndKeepsOneConnection() {
    server.then(ScriptedAnswer.of(200, POD)).then(ScriptedAnswer.of(200, POD));

    get(fixture.usual());
    get(fixture.usual());

    assertThat(proxy.accepted()).isEqualTo(1);
  }

  @Test
  void aStalledHeartbeatMakesTheNextOneUseANewConnection() {
    server.then(ScriptedAnswer.of(200, POD));
    get(fixture.heartbeat());
    proxy.stall();

    FutureTask<Pod> lost = inBackground(() -> get(fixture.heartbeat()));
    assertThat(fixture.timeUntilDone(lost)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    assertThatThrownBy(lost::get)
        .cause()
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));

    server.then(ScriptedAnswer.of(200, POD));
    assertThat(get(fixture.heartbeat()).getMetadata().getName()).isEqualTo("p");
    assertThat(proxy.accepted()).isEqualTo(2);
  }

  @Test
  void aCutConnectionIsMadeAgain() {
    server.then(ScriptedAnswer.of(200, POD)).then(ScriptedAnswer.of(200, POD));
    get(fixture.usual());
    proxy.cut();

    FutureTask<Pod> next = inBackground(() -> get(fixture.usual()));
    fixture.timeUntilDone(next);

    assertThat(next).isDone();
    assertThat(proxy.accepted()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aTruncatedAnswerIsNoAnswer() {
    proxy.truncateAnswersAfter(150);
    server.then(ScriptedAnswer.of(201, POD + " ".repeat(1000)));

    assertThatThrownBy(() -> fixture.usual().create(PODS, "ns", new PodBuilder().build()))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @Test
  void aRefusedConnectionIsNoAnswer() {
    proxy.refuse(true);

    assertThatThrownBy(() -> fixture.usual().create(PODS, "ns", new PodBuilder().build()))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
  }

  @Test
  void aDelayIsOnlyADelay() {
    proxy.delay(50);
    server.then(ScriptedAnswer.of(200, POD));

    assertThat(get(fixture.usual())).isNotNull();
  }
}
