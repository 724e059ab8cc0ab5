package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.listener.TestClient;
import dev.jubelet.server.tls.TestAuthority;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets into containers: every path with no, a stranger's, a reader's and the right name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(30)
class StreamAccessTest {
  private TestAuthority authority;
  private TestAuthority stranger;
  private RunningServer server;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    authority = new TestAuthority("ca");
    stranger = new TestAuthority("ca");
    Path file = authority.writeTo(directory.resolve("ca.pem"));
    server =
        new RunningServer(
            directory,
            false,
            file,
            true,
            (user, wish) -> user.name().equals("admin") || wish.verb().equals("get"));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, exec/default/web/c?output=1&command=sh, 401 401 403 500",
    "POST, exec/default/web/c?output=1&command=sh, 401 401 403 500",
    "GET, exec/default/web/u-1/c?output=1, 401 401 403 500",
    "GET, %65xec/default/web/c?output=1, 401 401 403 500",
    "GET, attach/default/web/c?output=1, 401 401 403 500",
    "POST, portForward/default/web, 401 401 403 500",
    "GET, portForward/default/web/u-1, 401 401 403 500",
    "GET, run/default/web/c?cmd=ls, 401 401 403 405",
    "POST, run/default/web/c?cmd=ls, 401 401 403 200",
    "POST, checkpoint/default/web/c, 401 401 403 200",
    "GET, runningpods/, 401 401 200 200",
    "GET, exec/../pods, 401 401 403 404",
    "GET, pods/../exec/default/web/c?output=1, 401 401 404 404",
    "GET, pods/..%2fexec/default/web/c?output=1, 401 401 404 404",
  })
  void eachNameGetsItsAnswer(String method, String target, String expected) throws Exception {
    String statuses =
        String.join(
            " ",
            status(method, target, null),
            status(method, target, stranger.client("CN=admin")),
            status(method, target, authority.client("CN=reader")),
            status(method, target, authority.client("CN=admin")));
    assertThat(statuses).isEqualTo(expected);
  }

  private String status(String method, String target, TestAuthority.@Nullable Identity identity)
      throws Exception {
    try (TestClient client = client(identity)) {
      client.send(
          "%s /%s HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n".formatted(method, target));
      return client.head().substring(9, 12);
    }
  }

  private TestClient client(TestAuthority.@Nullable Identity identity) throws Exception {
    return TestClient.to(
        server.server.mainPort(), TestAuthority.clientContext(identity), "TLSv1.3");
  }

  @Test
  void whoIsRefusedCannotSpeakOnBehindAnUpgrade() throws Exception {
    server.agent.streams.asked.clear();
    String upgrade =
        "GET /exec/default/web/c?output=1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n";
    try (TestClient client = client(authority.client("CN=reader"))) {
      client.send(upgrade + "GET /pods HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.all())
          .startsWith("HTTP/1.1 403 ")
          .containsOnlyOnce("HTTP/1.1")
          .endsWith("Forbidden (user=reader, verb=create, resource=nodes, subresource(s)=[proxy])");
    }
    assertThat(server.agent.streams.asked).isEmpty();
  }
}
