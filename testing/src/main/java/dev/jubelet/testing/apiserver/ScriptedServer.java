package dev.jubelet.testing.apiserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * An HTTP server that gives the next answer of its script to whoever asks, and keeps the requests.
 * When the script is at its end, requests wait for more of it.
 *
 * <p>Thread: any; one virtual thread for each request. Owns: the port, the script and the requests.
 */
public final class ScriptedServer implements AutoCloseable {

  /** What was asked. */
  public record Request(String method, URI target, Headers headers, String body) {
    public String header(String name) {
      String value = headers.getFirst(name);
      return value == null ? "" : value;
    }
  }

  private final HttpServer server;
  private final BlockingQueue<ScriptedAnswer> script = new LinkedBlockingQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  public ScriptedServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Adds to the script. */
  public ScriptedServer then(ScriptedAnswer answer) {
    script.add(answer);
    return this;
  }

  /** What was asked so far, in its order. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI(),
            exchange.getRequestHeaders(),
            body));
    try (exchange) {
      script.take().write(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
