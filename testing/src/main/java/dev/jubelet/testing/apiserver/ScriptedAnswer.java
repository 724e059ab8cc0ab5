package dev.jubelet.testing.apiserver;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** One answer of a {@link ScriptedServer}. */
@FunctionalInterface
public interface ScriptedAnswer {
  void write(HttpExchange exchange) throws IOException, InterruptedException;

  /** A complete answer. */
  static ScriptedAnswer of(int status, String body) {
    return of(status, body, Map.of());
  }

  static ScriptedAnswer of(int status, String body, Map<String, String> headers) {
    return exchange -> {
      headers.forEach(exchange.getResponseHeaders()::set);
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** Promises more bytes than it gives, and closes the connection. */
  static ScriptedAnswer truncated(String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length + 1000L);
      exchange.getResponseBody().write(bytes);
      exchange.getResponseBody().flush();
    };
  }

  /** Parts one after the other, and then nothing more until the latch opens. */
  static ScriptedAnswer streamed(CountDownLatch end, String... parts) {
    return exchange -> {
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      out.flush();
      for (String part : parts) {
        out.write(part.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      end.await();
    };
  }

  /** No answer at all until the latch opens. */
  static ScriptedAnswer silent(CountDownLatch end) {
    return exchange -> end.await();
  }
}
