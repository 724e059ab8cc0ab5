package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.listener.TestClient;
import dev.jubelet.server.tls.TestAuthority;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The node's logs and the process's profiles through the real listeners. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class NodePagesTest {
  private static final int LARGE = 8 * 1024 * 1024;

  private RunningServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    server = new RunningServer(directory, true, null, true);
    Files.createDirectories(server.nodeLogs);
    Files.write(
        server.nodeLogs.resolve("large"),
        "0123456\n".repeat(LARGE / 8).getBytes(StandardCharsets.US_ASCII));
    Files.writeString(directory.resolve("secret"), "secret words");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private TestClient client() throws Exception {
    return TestClient.to(server.server.mainPort(), TestAuthority.clientContext(null), "TLSv1.3");
  }

  @Test
  void aLargeFileComesWholeAndWithItsLength() throws Exception {
    HttpResponse<String> answer = server.send("main", "GET", "/logs/large");

    assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(LARGE);
    assertThat(answer.headers().firstValue("Transfer-Encoding")).isEmpty();
    assertThat(answer.body()).hasSize(LARGE).endsWith("0123456\n");
  }

  @Test
  void aPartIsOnlyThePart() throws Exception {
    try (TestClient client = client()) {
      client.send("GET /logs/large HTTP/1.1\r\nHost: a\r\nRange: bytes=6-9\r\n\r\n");

      assertThat(client.head())
          .startsWith("HTTP/1.1 206 Partial Content\r\n")
          .contains("Content-Range: bytes 6-9/" + LARGE, "Content-Length: 4");
      assertThat(client.all()).isEqualTo("6\n01");
    }
  }

  @Test
  void aClientThatGoesInTheMiddleOfAFileHurtsNobody() throws Exception {
    try (TestClient client = client()) {
      client.send("GET /logs/large HTTP/1.1\r\nHost: a\r\n\r\n");
      client.head();
    }
    assertThat(server.send("main", "GET", "/logs/").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/logs/../secret",
        "/logs/%2e%2e/secret",
        "/logs/..%2fsecret",
        "/logs/%2e%2e%2fsecret",
        "/logs/..%5csecret",
        "/logs/....//secret",
        "/logs/%c0%ae%c0%ae/secret",
        "/logs/;/../../secret",
        "//logs/../secret",
      })
  void noSpellingOfAPathLeadsOut(String path) throws Exception {
    try (TestClient client = client()) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

      assertThat(client.all()).startsWith("HTTP/1.1 4").doesNotContain("secret words");
    }
  }

  /** What an upgrade would bring along must not be taken for a second request. */
  @Test
  void noRequestHidesBehindAnUpgradeOfAPageThatHasNone() throws Exception {
    try (TestClient client = client()) {
      client.send(
          "PUT /debug/flags/v HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\n"
              + "Upgrade: websocket\r\nContent-Length: 1\r\n\r\n4"
              + "PUT /debug/flags/v HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n9");

      assertThat(client.all())
          .startsWith("HTTP/1.1 200 ")
          .endsWith("successfully set klog.logging.verbosity to 4");
      assertThat(server.verbosity).hasValue(4);
    }
  }

  @Test
  void aFlagThatIsTooLongIsRefused() throws Exception {
    try (TestClient client = client()) {
      client.send(
          "PUT /debug/flags/v HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
              + "9".repeat(1000));

      assertThat(client.head()).startsWith("HTTP/1.1 413 ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/logs/", "/logs/large", "/debug/pprof/heap"})
  void theReadOnlyServerHasNoneOfThem(String path) throws Exception {
    HttpResponse<String> answer = server.send("readOnly", "GET", path);

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.body()).isEqualTo("Debug endpoints are disabled.\n");
    assertThat(server.send("readOnly", "PUT", "/debug/flags/v").statusCode()).isEqualTo(404);
  }

  @Test
  void aPathThatIsNotPercentEncodedIsABadRequestBeforeAnythingElseIsLookedAt() throws Exception {
    for (String path : List.of("/%zz", "/pods%", "/%4", "/exec/%G0?x=%zz")) {
      try (TestClient client = client()) {
        client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.all()).as(path).startsWith("HTTP/1.1 400 Bad Request\r\n");
      }
    }
  }
}
