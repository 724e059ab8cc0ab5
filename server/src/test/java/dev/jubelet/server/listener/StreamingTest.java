package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.server.http.Exchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StreamingTest {
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger goneCalls = new AtomicInteger();
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

  /** Sends each line at once; an empty one is the end. */
  private void follow(Exchange exchange) throws IOException {
    try (OutputStream out = exchange.response().stream(this::clientGone)) {
      for (String line = lines.take(); !line.isEmpty(); line = lines.take()) {
        out.write(line.getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      ended.countDown();
    }
  }

  private void clientGone() {
    goneCalls.incrementAndGet();
    gone.countDown();
  }

  /** Writes until that fails. */
  private void flood(Exchange exchange) throws IOException {
    try (OutputStream out = exchange.response().stream(this::clientGone)) {
      while (true) {
        out.write(new byte[64 * 1024]);
      }
    } catch (IOException e) {
      failure.complete(e);
      throw e;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void headAndPiecesLeaveAtOnceAlsoThroughTls(String protocol) throws Exception {
    try (TestListener server = TestListener.secured(this::follow);
        TestClient client = server.client(protocol)) {
      assertThat(client.get("/").head()).contains("Transfer-Encoding: chunked");
      lines.add("one");
      assertThat(client.text(8)).isEqualTo("3\r\none\r\n");
      lines.add("two");
      assertThat(client.text(8)).isEqualTo("3\r\ntwo\r\n");
      lines.add("");
      assertThat(client.all()).isEqualTo("0\r\n\r\n");
      assertThat(goneCalls).hasValue(0);
    }
  }

  @Test
  void aClientThatGoesIsNoticedInSilence() throws Exception {
    try (TestListener server = TestListener.clear(this::follow)) {
      try (TestClient client = server.client()) {
        assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
      }
      assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
      lines.add("");
    }
    assertThat(goneCalls).hasValue(1);
  }

  @Test
  void whatAClientSaysMeanwhileIsIgnored() throws Exception {
    try (TestListener server = TestListener.clear(this::follow);
        TestClient client = server.client()) {
      assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
      client.get("/again");
      lines.add("one");
      assertThat(client.text(8)).isEqualTo("3\r\none\r\n");
      lines.add("");
      assertThat(client.all()).isEqualTo("0\r\n\r\n");
    }
  }

  @Test
  void aClientThatGoesEndsAWriteThatWaitsForIt() throws Exception {
    try (TestListener server = TestListener.clear(this::flood)) {
      try (TestClient client = server.client()) {
        assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
      }
      assertThat(failure.get(20, TimeUnit.SECONDS)).hasMessageContaining("the client has gone");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void closingEndsStreams(String protocol) throws Exception {
    TestListener server = TestListener.secured(this::follow);
    try (TestClient client = server.client(protocol)) {
      assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
      server.close();
      assertThat(ended.getCount()).isZero();
    }
    assertThatThrownBy(server::client).isInstanceOf(ConnectException.class);
  }

  @Test
  void closingEndsAWriteThatNobodyReads() throws Exception {
    TestListener server = TestListener.secured(this::flood);
    try (TestClient client = server.client("TLSv1.3")) {
      assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
      server.close();
      assertThat(failure).isCompleted();
    }
  }

  @Test
  void closingLetsAnAnswerComeToItsEnd() throws Exception {
    TestListener server = TestListener.clear(this::follow);
    try (TestClient client = server.client();
        TestClient idle = server.client()) {
      assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
      Thread closing = Thread.ofVirtual().start(server::close);
      assertThat(idle.isCut()).isTrue();
      lines.add("one");
      lines.add("");
      assertThat(client.all()).isEqualTo("3\r\none\r\n0\r\n\r\n");
      closing.join();
    }
  }
}
