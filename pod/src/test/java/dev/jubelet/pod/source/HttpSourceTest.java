package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.jubelet.base.Lane;
import dev.jubelet.pod.manifest.ManifestReader;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.testing.rule.Rule;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Rule("17.4")
class HttpSourceTest {
  private final List<SourceSnapshot> snapshots = new ArrayList<>();
  private final List<NodeEvent> events = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;
  private volatile int status = 200;
  private volatile byte[] body = {};
  private HttpSource source;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/pods",
        exchange -> {
          asked.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Token")));
          try (exchange) {
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.createContext(
        "/moved",
        exchange -> {
          try (exchange) {
            exchange.getResponseHeaders().add("Location", "/pods");
            exchange.sendResponseHeaders(302, -1);
          }
        });
    server.createContext(
        "/drip",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, 100);
            OutputStream out = exchange.getResponseBody();
            out.write('k');
            out.flush();
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
    source = sourceOf("/pods");
  }

  @AfterEach
  void stop() {
    over.countDown();
    source.close();
    assertThat(source.step()).isEqualTo(Lane.Next.DONE);
    server.stop(0);
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private HttpSource sourceOf(String path) {
    return new HttpSource(
        uri(path),
        Map.of("X-Token", List.of("secret")),
        new SourceSettings("node", true, 20_000),
        Duration.ofSeconds(20),
        new ManualTimers(),
        snapshots::add,
        events::add);
  }

  private void answer(int code, String text) {
    status = code;
    body = text.getBytes(StandardCharsets.UTF_8);
    assertThat(source.step()).isEqualTo(new Lane.Next.After(Duration.ofSeconds(20)));
  }

  @Test
  void a_pod_is_read_and_the_headers_are_sent() {
    answer(200, PodFiles.pod("web"));

    assertThat(snapshots).hasSize(1);
    assertThat(snapshots.getFirst().source()).isEqualTo(SourceKind.HTTP);
    assertThat(PodFiles.names(snapshots.getFirst().pods())).containsExactly("web-node");
    assertThat(asked).containsExactly("secret");
  }

  @Test
  void an_unchanged_answer_changes_nothing() {
    answer(200, PodFiles.pod("web"));
    answer(200, PodFiles.pod("web"));

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_list_is_read_and_a_duplicate_in_it_is_told() {
    answer(
        200,
        """
        {"apiVersion": "v1", "kind": "PodList", "items": [
          {"metadata": {"name": "a"}, "spec": {"containers": [{"name": "m", "image": "x:1"}]}},
          {"metadata": {"name": "b"}, "spec": {"containers": [{"name": "m", "image": "x:1"}]}},
          {"metadata": {"name": "a"}, "spec": {"containers": [{"name": "m", "image": "x:2"}]}}]}
        """);

    assertThat(PodFiles.names(snapshots.getFirst().pods())).containsExactly("a-node", "b-node");
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().message()).contains("items[0]", "items[2]");
  }

  @Test
  void objects_may_stand_beside_pods() {
    answer(
        200,
        PodFiles.pod("web")
            + """
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: keys}
            stringData: {password: hunter2}
            """);

    assertThat(PodFiles.names(snapshots.getFirst().pods())).containsExactly("web-node");
    assertThat(snapshots.getFirst().objects())
        .singleElement()
        .hasToString("Secret default/keys [password]");
  }

  @Test
  void failures_keep_the_last_pods_and_are_told_once() {
    answer(200, PodFiles.pod("web"));
    answer(500, "oops");
    answer(500, "oops");
    answer(404, "");
    answer(200, "junk: [");

    assertThat(snapshots).hasSize(1);
    assertThat(events).hasSize(3);
    assertThat(events).allSatisfy(e -> assertThat(e.message()).contains("/pods"));
    assertThat(events).noneSatisfy(e -> assertThat(e.message()).contains("secret"));
  }

  @Test
  void before_the_first_good_answer_nothing_is_said() {
    answer(500, "");

    assertThat(snapshots).isEmpty();
    answer(200, PodFiles.pod("web"));
    assertThat(snapshots).hasSize(1);
  }

  @Test
  void an_answer_without_content_ends_the_pods() {
    answer(200, PodFiles.pod("web"));
    answer(200, "");

    assertThat(snapshots.getLast().pods()).isEmpty();
  }

  @Test
  void an_answer_that_is_too_large_is_refused() {
    answer(200, "#" + "x".repeat(ManifestReader.MAX_BYTES));

    assertThat(snapshots).isEmpty();
    assertThat(events).hasSize(1);
  }

  @Test
  void redirects_are_followed() {
    source = sourceOf("/moved");
    answer(200, PodFiles.pod("web"));

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_server_that_cannot_be_reached_is_a_problem_only() {
    int port = server.getAddress().getPort();
    server.stop(0);
    answer(200, "");

    assertThat(snapshots).isEmpty();
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().message()).contains(":" + port);
  }

  @Test
  void an_answer_that_never_ends_is_given_up() {
    try (HttpFetcher fetcher =
        new HttpFetcher(uri("/drip"), Map.of(), Duration.ofMillis(300), 1000)) {
      assertThatThrownBy(fetcher::fetch).hasMessageContaining("did not answer within");
    }
  }

  @Test
  void a_password_in_the_url_is_not_shown() {
    try (HttpFetcher fetcher =
        new HttpFetcher(URI.create("http://u:p@h/x"), Map.of(), Duration.ofSeconds(1), 1)) {
      assertThat(fetcher.withoutUser()).hasToString("http://h/x");
    }
  }
}
