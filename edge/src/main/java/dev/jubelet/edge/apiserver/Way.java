package dev.jubelet.edge.apiserver;

import dev.jubelet.base.Timers;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP/2 connection to an API server, made anew when it is dead.
 *
 * <p>Thread: any; calls block. Owns: the HTTP client in use, and the pulse that tells whether it
 * still gets answers.
 */
final class Way implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Way.class);
  private static final ApiRequest PROBE = ApiRequest.get("/version", Map.of());
  private static final Duration PROBE_ANSWER = Duration.ofSeconds(15);

  private final URI server;
  private final HttpClients clients;
  private final Function<ApiRequest, HttpRequest> signed;
  private final Timers timers;
  private final Pulse pulse;

  /** {@code signed} makes an HTTP request of ours; it throws ApiException. */
  Way(URI server, HttpClients clients, Function<ApiRequest, HttpRequest> signed, Timers timers) {
    this.server = server;
    this.clients = clients;
    this.signed = signed;
    this.timers = timers;
    this.pulse = new Pulse(timers, this::probe);
  }

  /**
   * Sends, and waits for the head of the answer; the deadline guards the body as well. {@code
   * ended} is told when the answer is closed, but not when there is none.
   */
  Answer send(ApiRequest request, Deadline deadline, Runnable ended) {
    HttpClient client = ApiConnection.withCredentials(request, clients::current);
    HttpRequest http = signed.apply(request);
    pulse.started();
    try {
      HttpResponse<InputStream> response = head(client, http, request, deadline);
      AnswerBody body = new AnswerBody(response.body(), () -> heard(deadline));
      Answer answer = new Answer(response, body, new Once(() -> endedOne(ended)));
      deadline.guard(answer::close);
      return answer;
    } catch (ApiException e) {
      pulse.ended();
      throw e;
    }
  }

  private void endedOne(Runnable ended) {
    pulse.ended();
    ended.run();
  }

  private HttpResponse<InputStream> head(
      HttpClient client, HttpRequest http, ApiRequest request, Deadline deadline) {
    CompletableFuture<HttpResponse<InputStream>> sent =
        client.sendAsync(http, HttpResponse.BodyHandlers.ofInputStream());
    deadline.guard(() -> sent.cancel(true));
    try {
      HttpResponse<InputStream> response = sent.get();
      heard(deadline);
      return response;
    } catch (ExecutionException | CancellationException e) {
      throw Failures.ofTransport(request, e, deadline);
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new ApiException(ApiException.Kind.CANCELLED, request.text() + ": interrupted", e);
    }
  }

  private void heard(Deadline deadline) {
    pulse.heard();
    deadline.heard();
  }

  /** Somebody got no answer in time: looks whether the connection is dead. */
  void suspect() {
    pulse.suspect();
  }

  /** See {@link ApiConnection#leave}. */
  void leave(long nanoTime, String reason) {
    if (clients.discardOlderThan(nanoTime)) {
      log.atWarn()
          .addKeyValue("server", server)
          .addKeyValue("reason", reason)
          .log("Connection to the API server is given up; a new one follows");
    }
  }

  private void probe() {
    long startedAt = timers.nanoTime();
    try (Deadline deadline = Deadline.ofCall(timers, PROBE_ANSWER);
        Answer answer = send(PROBE, deadline, () -> {})) {
      log.atTrace().addKeyValue("status", answer.status()).log("The API server answers");
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.TIMEOUT) {
        leave(startedAt, "no answer to a probe within " + PROBE_ANSWER.toSeconds() + " s");
      } else {
        log.atDebug().setCause(e).log("A probe of the API server failed");
      }
    }
  }

  @Override
  public void close() {
    clients.close();
  }
}
