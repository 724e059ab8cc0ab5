package dev.jubelet.server.stream;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Request;
import dev.jubelet.server.http1.Answer;
import dev.jubelet.server.http1.Headers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Joins clients to the runtime's streaming server. The runtime's word is followed to the URL that
 * it gave and no further: a redirection is refused.
 *
 * <p>Thread: a session occupies the connection's. Owns: the sessions under way.
 */
public final class StreamProxy implements AutoCloseable {
  /** From the request to the runtime until its answer, and for the whole of a refusal. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final int MAX_REFUSAL = 64 * 1024;
  private static final int SWITCHING_PROTOCOLS = 101;
  // Of the connection to the runtime, or said anew to the client.
  private static final Set<String> OWN_HEADERS =
      Set.of("content-length", "transfer-encoding", "keep-alive", "trailer", "date");

  private final Timers timers;
  private final Duration idleTimeout;
  private final Set<Tunnel> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param idleTimeout how long a session may stand still; zero for ever
   */
  public StreamProxy(Timers timers, Duration idleTimeout) {
    this.timers = timers;
    this.idleTimeout = idleTimeout;
  }

  /** Whether the client wants to leave HTTP, without which there is no stream. */
  public static boolean isAskedFor(Request request) {
    return UpgradeRequest.isIn(request);
  }

  /**
   * Carries the session to its end, or relays the runtime's refusal.
   *
   * @throws Refusal when there can be no session
   */
  public void carry(Exchange exchange, URI runtime) throws IOException {
    if (!exchange.response().upgradable()) {
      throw new Refusal(400, "an upgrade needs HTTP/1.1 and a request without a body");
    }
    try (RuntimeLink link = dial(runtime)) {
      Timers.Pending deadline = timers.after(ANSWER, link::close);
      try {
        Answer answer = ask(exchange.request(), runtime, link);
        if (answer.status() != SWITCHING_PROTOCOLS) {
          relay(answer, exchange);
          return;
        }
        deadline.cancel();
        tunnel(answer, exchange, link);
      } finally {
        deadline.cancel();
      }
    }
  }

  private static RuntimeLink dial(URI runtime) {
    try {
      return RuntimeLink.dial(RuntimeUrl.of(runtime));
    } catch (IOException e) {
      throw failure("error dialing backend", e);
    }
  }

  private static Answer ask(Request request, URI runtime, RuntimeLink link) {
    try {
      link.output().write(UpgradeRequest.bytes(request, RuntimeUrl.of(runtime)));
      return Answer.read(link.input());
    } catch (IOException e) {
      throw failure("no answer of the runtime's streaming server", e);
    }
  }

  private static Refusal failure(String what, IOException cause) {
    return new Refusal(500, what + ": " + cause.getMessage() + "\n");
  }

  private static void relay(Answer answer, Exchange exchange) {
    if (answer.status() < 400) {
      throw new Refusal(500, "invalid upgrade response: status code " + answer.status() + "\n");
    }
    byte[] body = body(answer);
    answer
        .headers()
        .first("Content-Type")
        .ifPresent(type -> exchange.response().header("Content-Type", type));
    answer
        .headers()
        .first("Retry-After")
        .ifPresent(after -> exchange.response().header("Retry-After", after));
    exchange.response().status(answer.status()).send(body);
  }

  private static byte[] body(Answer answer) {
    try {
      return answer.body().readNBytes(MAX_REFUSAL);
    } catch (IOException e) {
      throw failure("the runtime's refusal broke off", e);
    }
  }

  private void tunnel(Answer answer, Exchange exchange, RuntimeLink link) throws IOException {
    exchange.response().status(SWITCHING_PROTOCOLS);
    for (Headers.Field field : answer.headers().fields()) {
      if (!OWN_HEADERS.contains(field.name().toLowerCase(Locale.ROOT))) {
        exchange.response().header(field.name(), field.value());
      }
    }
    Tunnel tunnel = new Tunnel(exchange.response().upgrade(), link, timers, idleTimeout);
    open.add(tunnel);
    try {
      if (closed) {
        tunnel.close();
      }
      tunnel.run();
    } finally {
      open.remove(tunnel);
    }
  }

  /** Ends all sessions; new ones end as soon as they begin. */
  @Override
  public void close() {
    closed = true;
    open.forEach(Tunnel::close);
  }
}
