package dev.jubelet.edge.apiserver;

import dev.jubelet.base.Timers;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * As a rule one HTTP/2 connection to an API server, made anew when it is dead; what got onto
 * another one is watched like it.
 *
 * <p>Thread: any; calls block. Owns: the HTTP client in use, and the keepalive that tells whether
 * it still gets answers.
 */
final class HttpTransport implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpTransport.class);
  private static final ApiRequest PROBE = ApiRequest.get("/version", Map.of());
  private static final Duration PROBE_ANSWER = Duration.ofSeconds(15);

  private final URI server;
  private final HttpClients clients;
  private final Function<ApiRequest, HttpRequest> signed;
  private final Timers timers;
  private final Keepalive keepalive;

  /** {@code signed} makes an HTTP request of ours; it throws ApiException. */
  HttpTransport(
      URI server, HttpClients clients, Function<ApiRequest, HttpRequest> signed, Timers timers) {
    this.server = server;
    this.clients = clients;
    this.signed = signed;
    this.timers = timers;
    this.keepalive = new Keepalive(timers, this::probe);
  }

  /**
   * Sends, and waits for the head of the answer; the deadline guards the body as well. {@code
   * ended} is told when the answer is closed, but not when there is none.
   */
  ApiResponse send(ApiRequest request, RequestDeadline deadline, Runnable ended) {
    HttpClients.Client client = ApiConnection.withCredentials(request, clients::current);
    HttpRequest http = signed.apply(request);
    ConnectionGate.Pass pass = enter(client.gate(), request);
    OpenExchanges.Exchange exchange = keepalive.started();
    Runnable over =
        () -> {
          pass.leave();
          keepalive.ended(exchange);
        };
    try {
      HttpResponse<InputStream> response = head(client.http(), http, request, deadline);
      pass.answered();
      return answer(response, deadline, exchange, both(over, ended));
    } catch (RuntimeException e) {
      over.run();
      throw e;
    }
  }

  private static ConnectionGate.Pass enter(ConnectionGate gate, ApiRequest request) {
    try {
      return gate.enter();
    } catch (InterruptedException e) {
      throw interrupted(request, e);
    }
  }

  private static Runnable both(Runnable first, Runnable second) {
    return new RunOnce(
        () -> {
          first.run();
          second.run();
        });
  }

  private static ApiResponse answer(
      HttpResponse<InputStream> response,
      RequestDeadline deadline,
      OpenExchanges.Exchange exchange,
      Runnable ended) {
    deadline.heard();
    Runnable heard =
        () -> {
          exchange.heard();
          deadline.heard();
        };
    ApiResponse answer = new ApiResponse(response, new ResponseBody(response.body(), heard), ended);
    exchange.answered(answer.connection(), patience(response), answer::close);
    deadline.guard(answer::close);
    return answer;
  }

  /** Only on a connection that is shared can a probe speak for this answer. */
  private static Duration patience(HttpResponse<InputStream> response) {
    return response.version() == HttpClient.Version.HTTP_2
        ? Keepalive.SILENCE
        : Keepalive.WITHOUT_BOOKMARK;
  }

  private static HttpResponse<InputStream> head(
      HttpClient client, HttpRequest http, ApiRequest request, RequestDeadline deadline) {
    deadline.sent();
    CompletableFuture<HttpResponse<InputStream>> sent =
        client.sendAsync(http, HttpResponse.BodyHandlers.ofInputStream());
    deadline.guard(() -> sent.cancel(true));
    try {
      return sent.get();
    } catch (ExecutionException | CancellationException e) {
      throw ApiErrors.ofTransport(request, e, deadline);
    } catch (InterruptedException e) {
      sent.cancel(true);
      throw interrupted(request, e);
    }
  }

  private static ApiException interrupted(ApiRequest request, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ApiException(ApiException.Kind.CANCELLED, request.text() + ": interrupted", e);
  }

  /** Somebody got no answer in time: looks whether the connection is dead. */
  void suspect() {
    keepalive.suspect();
  }

  /** See {@link ApiConnection#leave}. */
  void leave(long nanoTime, String reason) {
    if (clients.discardOlderThan(nanoTime)) {
      log.atWarn()
          .addKeyValue("server", server)
          .addKeyValue("reason", reason)
          .log("Closing the connection to the API server; reconnecting");
    }
  }

  private Optional<String> probe() {
    try (RequestDeadline deadline = RequestDeadline.ofCall(timers, PROBE_ANSWER)) {
      return probe(deadline);
    }
  }

  private Optional<String> probe(RequestDeadline deadline) {
    try (ApiResponse answer = send(PROBE, deadline, () -> {})) {
      log.atTrace().addKeyValue("status", answer.status()).log("API server responded to a probe");
      return Optional.of(answer.connection());
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.TIMEOUT) {
        leave(deadline.sentAt(), "no answer to a probe within " + PROBE_ANSWER.toSeconds() + " s");
      } else {
        log.atDebug().setCause(e).log("Probe of the API server failed");
      }
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    clients.close();
  }
}
