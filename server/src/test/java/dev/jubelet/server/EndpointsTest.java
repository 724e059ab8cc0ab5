package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(20)
class EndpointsTest {
  private RunningServer server;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = new RunningServer(directory, true, null, true);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/healthz, 200 200 200 200 200",
    "/healthz/ping, 200 200 200 200 200",
    "/healthz/syncloop, 200 200 200 200 200",
    "/healthz/nosuch, 404 404 404 404 404",
    "/pods, 200 405 405 405 405",
    "/configz, 200 200 200 200 200",
    "/containerLogs/default/nosuch/c, 404 405 405 405 405",
    "/jubelet/info, 404 404 404 404 404",
    "/jubelet/exec, 404 404 404 404 404",
    "/jubelet/work/u-1, 404 404 404 404 404",
    "/jubelet/hurry/u-1, 404 404 404 404 404",
    "/, 404 404 404 404 404",
    "/nosuch, 404 404 404 404 404",
  })
  void theMainServerAnswersEachMethod(String path, String statuses) throws Exception {
    assertThat(statuses("main", path)).isEqualTo(statuses);
  }

  @ParameterizedTest
  @CsvSource({
    "/healthz, 200 200 200 200 200",
    "/pods, 200 405 405 405 405",
    "/configz, 404 404 404 404 404",
    "/checkpoint/a/b/c, 404 404 404 404 404",
    "/run/a/b/c, 405 405 405 405 405",
    "/exec/a/b/c, 405 405 405 405 405",
    "/attach/a/b/c, 405 405 405 405 405",
    "/portForward/a/b, 405 405 405 405 405",
    "/containerLogs/a/b/c, 405 405 405 405 405",
    "/runningpods/, 405 405 405 405 405",
    "/debug/pprof/heap, 405 405 405 405 405",
    "/logs/syslog, 405 405 405 405 405",
    "/jubelet/timeline, 404 404 404 404 404",
  })
  void theReadOnlyServerAnswersEachMethod(String path, String statuses) throws Exception {
    assertThat(statuses("readOnly", path)).isEqualTo(statuses);
  }

  @ParameterizedTest
  @CsvSource({
    "/healthz, 200 200 200 200 200",
    "/healthz/ping, 200 200 200 200 200",
    "/healthz/syncloop, 404 404 404 404 404",
    "/pods, 404 404 404 404 404",
  })
  void theHealthServerAnswersOnlyPing(String path, String statuses) throws Exception {
    assertThat(statuses("healthz", path)).isEqualTo(statuses);
  }

  private String statuses(String listener, String path) throws Exception {
    StringBuilder statuses = new StringBuilder();
    for (String method : new String[] {"GET", "POST", "PUT", "DELETE", "HEAD"}) {
      statuses.append(server.send(listener, method, path).statusCode()).append(' ');
    }
    return statuses.toString().trim();
  }

  @Test
  void theStubsSayWhyTheyRefuse() throws Exception {
    assertThat(server.send("readOnly", "GET", "/exec/a/b/c").body())
        .isEqualTo("Debug endpoints are disabled.\n");
  }

  @Test
  void podsIsAPodList() throws Exception {
    HttpResponse<String> answer = server.send("main", "GET", "/pods");

    JsonNode list = new ObjectMapper().readTree(answer.body());
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(list.path("kind").asText()).isEqualTo("PodList");
    assertThat(list.path("apiVersion").asText()).isEqualTo("v1");
    assertThat(list.path("metadata").isObject()).isTrue();
    assertThat(list.at("/items/0/metadata/name").asText()).isEqualTo("web");
    assertThat(list.at("/items/0/status/containerStatuses/0/name").asText()).isEqualTo("c");
  }

  @Test
  void configzWrapsTheConfiguration() throws Exception {
    HttpResponse<String> answer = server.send("main", "GET", "/configz");

    assertThat(answer.body()).isEqualTo("{\"kubeletconfig\":{\"kind\":\"KubeletConfiguration\"}}");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
  }

  @Test
  void aConnectionServesSeveralRequests() throws Exception {
    assertThat(server.send("readOnly", "HEAD", "/healthz").headers().firstValue("Content-Length"))
        .hasValue("2");
    assertThat(server.send("readOnly", "GET", "/healthz?verbose").body()).contains("[+]ping ok");
  }

  @Test
  void theMainServerHasStubsWhenDebuggingIsOff(@TempDir Path other) throws Exception {
    try (RunningServer closed = new RunningServer(other, true, null, false)) {
      assertThat(closed.send("main", "GET", "/containerLogs/a/b/c").statusCode()).isEqualTo(405);
      assertThat(closed.send("main", "GET", "/configz").statusCode()).isEqualTo(404);
      assertThat(closed.send("main", "GET", "/pods").statusCode()).isEqualTo(200);
    }
  }
}
