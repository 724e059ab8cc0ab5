package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.listener.TestClient;
import dev.jubelet.server.stream.ScriptedRuntime;
import dev.jubelet.server.tls.TestAuthority;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each path into a container asks of the agent, and what it answers without a stream. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(20)
class StreamPagesTest {
  private RunningServer server;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = new RunningServer(directory, true, null, true);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void forget() {
    server.agent.streams.asked.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, exec/default/web/c, 400, 'you must specify at least 1 of stdin, stdout, stderr'",
    "GET, exec/default/web/c?error=1&tty=1, 400, 'you must specify at least 1 of stdin, stdout, stderr'",
    "GET, exec/default/web/c?output=true, 400, 'you must specify at least 1 of stdin, stdout, stderr'",
    "POST, exec/default/nosuch/c?output=1, 404, pod does not exist",
    "POST, exec/default/busy/c?output=1, 429, too many",
    "GET, attach/default/broken/c?input=1, 500, it broke",
    "GET, attach/default/web/c, 400, 'you must specify at least 1 of stdin, stdout, stderr'",
    "GET, exec/default/web/c?output=1, 500, Upgrade request required",
    "POST, portForward/default/web, 500, Upgrade request required",
    "GET, portForward/default/nosuch/u-1, 404, pod does not exist",
    "PUT, exec/default/web/c?output=1, 405, '405: Method Not Allowed'",
    "GET, run/default/web/c?cmd=ls, 405, '405: Method Not Allowed'",
    "POST, exec/default/web, 404, '404: Page Not Found'",
    "POST, exec/default/web/u-1/c/more, 404, '404: Page Not Found'",
    "POST, run/default/nosuch/c?cmd=ls, 404, pod does not exist",
  })
  void whatIsWrongIsSaid(String method, String target, int status, String text) throws Exception {
    HttpResponse<String> answer = server.send("main", method, "/" + target);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body().strip()).isEqualTo(text);
    assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(status == 429);
  }

  @ParameterizedTest
  @CsvSource({
    "exec/default/web/c?command=a&command=b%20c&input=1&output=1&error=1,"
        + " 'exec c [a, b c] StreamOptions[stdin=true, stdout=true, stderr=true, tty=false]'",
    "exec/default/web/u-1/c?command=sh&output=1&error=1&tty=1,"
        + " 'exec c [sh] StreamOptions[stdin=false, stdout=true, stderr=false, tty=true]'",
    "attach/default/web/c?output=1,"
        + " 'attach c StreamOptions[stdin=false, stdout=true, stderr=false, tty=false]'",
    "portForward/default/web, portForward []",
    "portForward/default/web/u-1?port=nonsense, portForward []",
  })
  void theAgentIsAskedForWhatThePathSays(String target, String asked) throws Exception {
    server.send("main", "POST", "/" + target);
    assertThat(server.agent.streams.asked).containsExactly(asked);
  }

  @ParameterizedTest
  @CsvSource({
    "'?port=80&port=81,82', ''",
    "'', 'query parameter \"port\" is required'",
    "?port=, 'query parameter \"port\" cannot be empty'",
    "?port=65536, 'unable to parse \"65536\" as a port'",
    "?port=-1, 'unable to parse \"-1\" as a port'",
    "'?port=80,', 'unable to parse \"80,\" as a port'",
    "?port=0, 'port \"0\" must be > 0'",
  })
  void aWebSocketNamesItsPorts(String query, String problem) throws Exception {
    try (TestClient client =
        TestClient.to(server.server.mainPort(), TestAuthority.clientContext(null), "TLSv1.3")) {
      client.send(
          "GET /portForward/default/web"
              + query
              + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
      if (problem.isEmpty()) {
        assertThat(client.head()).startsWith("HTTP/1.1 500 ");
        assertThat(server.agent.streams.asked).containsExactly("portForward [80, 81, 82]");
      } else {
        assertThat(client.all()).startsWith("HTTP/1.1 400 ").endsWith("\r\n\r\n" + problem);
      }
    }
  }

  @Test
  void aStreamGoesThroughTls() throws Exception {
    try (ScriptedRuntime runtime = new ScriptedRuntime();
        TestClient client =
            TestClient.to(server.server.mainPort(), TestAuthority.clientContext(null), "TLSv1.3")) {
      server.agent.streams.url = runtime.url();
      client.send(
          "POST /exec/default/web/c?output=1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
              + "Upgrade: SPDY/3.1\r\nContent-Length: 0\r\n\r\nearly");
      try (ScriptedRuntime.Session session = runtime.accept()) {
        session.head();
        session.say(ScriptedRuntime.SWITCHED + "hello");
        assertThat(session.text(5)).isEqualTo("early");
        session.hangUp();
        assertThat(client.head()).startsWith("HTTP/1.1 101 ");
        assertThat(client.all()).isEqualTo("hello");
      }
    }
  }

  @Test
  void commandsListsAndCheckpointsAreAnswered() throws Exception {
    assertThat(server.send("main", "POST", "/run/default/web/c?cmd=ls+-l++/").body())
        .isEqualTo("ran [ls, -l, , /]");
    assertThat(server.send("main", "POST", "/run/default/web/u-1/c?cmd=ls").body())
        .isEqualTo("ran [ls]");
    assertThat(server.send("main", "GET", "/runningpods/").body())
        .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"PodList\"")
        .contains("\"name\":\"web\"");
    assertThat(server.send("main", "POST", "/checkpoint/default/web/c?timeout=x&timeout=7").body())
        .isEqualTo("{\"items\":[\"/checkpoints/c.tar\"]}");
    assertThat(server.agent.streams.asked).contains("checkpoint 7");
    HttpResponse<String> bad =
        server.send("main", "POST", "/checkpoint/default/web/c?timeout=soon");
    assertThat(bad.statusCode()).isEqualTo(404);
    assertThat(bad.body()).isEqualTo("cannot parse value of timeout parameter");
  }

  @Test
  void aCommandThatNobodyWaitsForIsGivenUp() throws Exception {
    try (TestClient client =
        TestClient.to(server.server.mainPort(), TestAuthority.clientContext(null), "TLSv1.3")) {
      client.send("POST /run/default/web/c?cmd=sleep HTTP/1.1\r\nHost: a\r\n\r\n");
      server.agent.streams.sleeps.await();
    }
    server.agent.streams.woken.await();
  }

  @Test
  void withoutDebuggingThereIsNoWayIn(@TempDir Path other) throws Exception {
    try (RunningServer closed = new RunningServer(other, true, null, false)) {
      for (String path :
          new String[] {"/exec/default/web/c?output=1", "/run/default/web/c", "/portForward/a/b"}) {
        HttpResponse<String> answer = closed.send("main", "POST", path);
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.body()).isEqualTo("Debug endpoints are disabled.\n");
      }
      assertThat(closed.send("main", "POST", "/checkpoint/default/web/c").statusCode())
          .isEqualTo(404);
      assertThat(closed.agent.streams.asked).isEmpty();
    }
  }
}
