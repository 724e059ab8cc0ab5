package dev.jubelet.probe.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.probe.net.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpCallerTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

  private final SystemTimers timers = new SystemTimers();

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aRequestCarriesItsHeadersAndAsksToClose() throws Exception {
    try (LoopbackServer server = LoopbackServer.plain(LoopbackServer.always(OK))) {
      assertThat(get(server, "/healthz?full=1")).isEqualTo(new HttpReply(200, null, "hi"));
      assertThat(server.heads())
          .containsExactly(
              ("GET /healthz?full=1 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: test/1\r\n"
                      + "Accept: */*\r\nConnection: close\r\n\r\n")
                  .formatted(server.port()));
    }
  }

  @Test
  void theSpecsHeadersReplaceTheDefaults() throws Exception {
    try (LoopbackServer server = LoopbackServer.plain(LoopbackServer.always(OK))) {
      HttpTarget target = HttpTarget.of(false, "127.0.0.1", server.port(), "/");
      List<HttpRequest.Header> headers =
          List.of(
              new HttpRequest.Header("Host", "example.org"),
              new HttpRequest.Header("Accept", ""),
              new HttpRequest.Header("User-Agent", "mine"),
              new HttpRequest.Header("X-Twice", "a"),
              new HttpRequest.Header("X-Twice", "b"));
      HttpCaller.get(HttpRequest.of(target, headers, "test/1"), soon());
      assertThat(server.heads())
          .containsExactly(
              "GET / HTTP/1.1\r\nHost: example.org\r\nUser-Agent: mine\r\nX-Twice: a\r\n"
                  + "X-Twice: b\r\nConnection: close\r\n\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-Evil: b", "a\nb", "a\u0000b"})
  void aHeaderCannotSmuggleAnother(String value) throws Exception {
    try (LoopbackServer server = LoopbackServer.plain(LoopbackServer.always(OK))) {
      HttpTarget target = HttpTarget.of(false, "127.0.0.1", server.port(), "/");
      HttpException failure =
          failure(
              HttpRequest.of(target, List.of(new HttpRequest.Header("X-A", value)), "t"), soon());
      assertThat(failure.kind()).isEqualTo(HttpException.Kind.REQUEST);
      assertThat(failure.text()).endsWith("net/http: invalid header field value for \"X-A\"");
      assertThat(server.heads()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody",
        "HTTP/1.0 200 OK\n\nbody",
        "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2;x=y\r\ndy\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nbody"
      })
  void everyFormOfBodyIsRead(String answer) throws Exception {
    try (LoopbackServer server = LoopbackServer.plain(LoopbackServer.always(answer))) {
      assertThat(get(server, "/").body()).isEqualTo("body");
    }
  }

  @Test
  void anEndlessBodyIsCutAtTenKibibytes() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(
            (head, socket) -> {
              OutputStream out = socket.getOutputStream();
              LoopbackServer.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
              byte[] block = new byte[1 << 16];
              while (true) {
                out.write(block);
              }
            })) {
      assertThat(get(server, "/").body()).hasSize(10 << 10);
    }
  }

  @Test
  void anyCertificateWillDo() throws Exception {
    try (LoopbackServer server = LoopbackServer.tls(LoopbackServer.always(OK))) {
      assertThat(getTls(server).status()).isEqualTo(200);
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void plainHttpInAnswerToTlsIsRecognised() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(LoopbackServer.always("HTTP/1.1 400 Bad Request\r\n\r\n"))) {
      HttpException failure =
          failure(request(HttpTarget.of(true, "127.0.0.1", server.port(), "/")), soon());
      assertThat(failure.kind()).isEqualTo(HttpException.Kind.PLAIN_HTTP);
    }
  }

  @Test
  void redirectsOnTheHostAreFollowed() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(
            (head, socket) ->
                LoopbackServer.write(
                    socket, head.startsWith("GET /end ") ? OK : redirect("/end")))) {
      assertThat(get(server, "/start").status()).isEqualTo(200);
      assertThat(server.heads()).hasSize(2);
    }
  }

  @Test
  void aRedirectToAnotherHostIsTheAnswer() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(LoopbackServer.always(redirect("http://169.254.169.254/secret")))) {
      assertThat(get(server, "/"))
          .isEqualTo(new HttpReply(302, "http://169.254.169.254/secret", ""));
      assertThat(server.heads()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h:no/", "http://h:99999/", "http://[::1/", "http://[", "//:-1"})
  void anUnreadableRedirectIsAFailure(String location) throws Exception {
    try (LoopbackServer server = LoopbackServer.plain(LoopbackServer.always(redirect(location)))) {
      HttpException failure = failure(request(target(server, "/")), soon());
      assertThat(failure.kind()).isEqualTo(HttpException.Kind.TRANSPORT);
      assertThat(failure.text()).contains("failed to parse Location header \"" + location);
    }
  }

  @Test
  void endlessRedirectsAreGivenUpAfterTen() throws Exception {
    try (LoopbackServer server = LoopbackServer.plain(LoopbackServer.always(redirect("/again")))) {
      HttpException failure = failure(request(target(server, "/")), soon());
      assertThat(failure.text())
          .isEqualTo(
              "Get \"http://127.0.0.1:%d/again\": stopped after 10 redirects"
                  .formatted(server.port()));
      assertThat(server.heads()).hasSize(10);
    }
  }

  @Test
  void aSilentServerIsLeftAtTheDeadline() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (LoopbackServer server = LoopbackServer.plain((head, socket) -> never.await())) {
      HttpException failure =
          failure(request(target(server, "/")), Deadline.after(Duration.ofMillis(100), timers));
      assertThat(failure.kind()).isEqualTo(HttpException.Kind.TIMEOUT);
      assertThat(failure.text())
          .endsWith("context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
    }
  }

  @Test
  void aTricklingServerIsLeftAtTheDeadlineToo() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(
            (head, socket) -> {
              CountDownLatch never = new CountDownLatch(1);
              while (true) {
                LoopbackServer.write(socket, "X");
                assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
              }
            })) {
      HttpException failure =
          failure(request(target(server, "/")), Deadline.after(Duration.ofMillis(200), timers));
      assertThat(failure.kind()).isEqualTo(HttpException.Kind.TIMEOUT);
    }
  }

  @Test
  void anAnswerWithoutItsBodyIsNotAFailureOfTheServerAlone() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(
            LoopbackServer.always("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"))) {
      HttpException failure = failure(request(target(server, "/")), soon());
      assertThat(failure.kind()).isEqualTo(HttpException.Kind.BODY);
      assertThat(failure.text()).isEqualTo("unexpected EOF");
    }
  }

  @Test
  void aServerThatClosesAtOnceSaysEof() throws Exception {
    try (LoopbackServer server = LoopbackServer.plain((head, socket) -> {})) {
      assertThat(failure(request(target(server, "/x")), soon()).text())
          .isEqualTo("Get \"http://127.0.0.1:%d/x\": EOF".formatted(server.port()));
    }
  }

  @Test
  void whatIsNotHttpIsRefused() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.plain(LoopbackServer.always("SSH-2.0-OpenSSH_9.2\r\n"))) {
      assertThat(failure(request(target(server, "/")), soon()).text())
          .contains("malformed HTTP response \"SSH-2.0-OpenSSH_9.2\"");
    }
  }

  @Test
  void aClosedPortIsSaidInFamiliarWords() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThat(failure(request(HttpTarget.of(false, "127.0.0.1", port, "/")), soon()).text())
        .isEqualTo(
            "Get \"http://127.0.0.1:%1$d/\": dial tcp 127.0.0.1:%1$d: connect: connection refused"
                .formatted(port));
  }

  private HttpReply get(LoopbackServer server, String path) throws IOException {
    return HttpCaller.get(request(target(server, path)), soon());
  }

  private HttpReply getTls(LoopbackServer server) throws IOException {
    return HttpCaller.get(request(HttpTarget.of(true, "127.0.0.1", server.port(), "/")), soon());
  }

  private static HttpTarget target(LoopbackServer server, String path) {
    return HttpTarget.of(false, "127.0.0.1", server.port(), path);
  }

  private static HttpRequest request(HttpTarget target) {
    return HttpRequest.of(target, List.of(), "test/1");
  }

  private static HttpException failure(HttpRequest request, Deadline deadline) {
    return catchThrowableOfType(HttpException.class, () -> HttpCaller.get(request, deadline));
  }

  private Deadline soon() {
    return Deadline.after(Duration.ofSeconds(20), timers);
  }

  private static String redirect(String location) {
    return "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n";
  }
}
