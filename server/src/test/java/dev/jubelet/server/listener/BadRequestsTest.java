package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.MalformedMessage;
import dev.jubelet.base.http.RequestHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The corpus of bad requests, with the codec alone and over a socket. */
@Timeout(20)
class BadRequestsTest {
  private static final String HIDDEN = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

  static Stream<BadRequest> refused() {
    return BadRequest.all().stream().filter(request -> !request.isCut());
  }

  static Stream<BadRequest> silent() {
    return BadRequest.all().stream().filter(BadRequest::isCut);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void theCodecRefuses(BadRequest request) {
    MalformedMessage refusal = refusal(request.bytes() + HIDDEN);

    assertThat(refusal.isHangUp()).isFalse();
    assertThat(refusal.status()).hasToString(request.outcome());
  }

  @ParameterizedTest
  @MethodSource("silent")
  void theCodecTakesNoPartForTheWhole(BadRequest request) {
    assertThat(refusal(request.bytes()).isHangUp()).isTrue();
  }

  private static MalformedMessage refusal(String bytes) {
    return catchThrowableOfType(MalformedMessage.class, () -> read(bytes));
  }

  private static void read(String bytes) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1));
    try (LargeHeads.Claim claim = new LargeHeads().claim()) {
      RequestHead head = HeadReader.request(in, claim.limits());
      BodyInput.of(head, in).transferTo(OutputStream.nullOutputStream());
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void theListenerRefusesAndReadsNothingBehind(BadRequest request) throws IOException {
    TestPages pages = new TestPages();
    try (TestListener server = TestListener.clear(pages);
        TestClient client = server.client()) {
      Thread sender = Thread.ofVirtual().start(() -> sendAll(client, request.bytes() + HIDDEN));

      assertThat(client.all())
          .startsWith("HTTP/1.1 " + request.outcome() + " ")
          .contains("Connection: close\r\n")
          .containsOnlyOnce("HTTP/1.1 ");
      assertThat(pages.asked).doesNotContain("GET /smuggled");
      sender.interrupt();
    }
  }

  /** The listener need not take all of what it refuses. */
  private static void sendAll(TestClient client, String bytes) {
    try {
      client.send(bytes);
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?i).*(broken pipe|reset|closed).*");
    }
  }

  @ParameterizedTest
  @MethodSource("silent")
  void theListenerCutsWhoGoesSilent(BadRequest request) throws Exception {
    TestPages pages = new TestPages();
    try (TestListener server = TestListener.clear(pages);
        TestClient client = server.client()) {
      client.send(request.bytes());
      server.timers.awaitSet(ConnectionDeadline.REQUEST);
      if (request.outcome().equals(BadRequest.CUT_IN_BODY)) {
        server.timers.awaitSet(ConnectionDeadline.REQUEST);
      }
      server.timers.advance(ConnectionDeadline.REQUEST);

      assertThat(client.isCut()).isTrue();
      assertThat(pages.asked).hasSize(request.outcome().equals(BadRequest.CUT_IN_HEAD) ? 0 : 1);
    }
  }
}
