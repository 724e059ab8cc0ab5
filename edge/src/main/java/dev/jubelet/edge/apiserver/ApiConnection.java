package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.auth.AuthException;
import dev.jubelet.edge.apiserver.auth.Credentials;
import dev.jubelet.edge.apiserver.auth.TlsContexts;
import dev.jubelet.edge.apiserver.kubeconfig.Cluster;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one API server: as a rule one HTTP/2 connection that all requests share. Requests for
 * the lease get a way of their own, so that nothing else can hold them up.
 *
 * <p>Thread: any; calls block. Owns: the HTTP client in use, and the pulse that tells whether it
 * still gets answers.
 */
public final class ApiConnection implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ApiConnection.class);
  private static final ApiRequest PROBE = ApiRequest.get("/version", Map.of());
  private static final Duration PROBE_ANSWER = Duration.ofSeconds(15);

  private final Cluster cluster;
  private final Credentials credentials;
  private final String userAgent;
  private final Timers timers;
  private final HttpClients clients;
  private final Pulse pulse;

  public ApiConnection(
      Kubeconfig config, ConnectionSettings settings, ObjectMapper json, Timers timers) {
    this.cluster = config.cluster();
    this.credentials = Credentials.of(config, json, timers);
    this.userAgent = settings.userAgent();
    this.timers = timers;
    this.clients =
        new HttpClients(
            cluster,
            new TlsContexts(cluster, credentials),
            settings.executor(),
            ProxyChoice.of(cluster, System.getenv()),
            timers);
    this.pulse = new Pulse(timers, this::probe);
  }

  /** Sends, and waits for the head of the answer; the deadline guards the body as well. */
  Answer send(ApiRequest request, Deadline deadline) {
    HttpClient client;
    HttpRequest http;
    try {
      client = clients.current();
      http = withIdentity(request.to(cluster.server()));
    } catch (KubeconfigException | AuthException | TlsException e) {
      throw new ApiException(
          ApiException.Kind.CREDENTIALS, request.text() + ": " + e.getMessage(), e);
    }
    pulse.started();
    try {
      HttpResponse<InputStream> response = head(client, http, request, deadline);
      AnswerBody body = new AnswerBody(response.body(), () -> heard(deadline));
      Answer answer = new Answer(response, body, new Once(pulse::ended));
      deadline.guard(answer::close);
      return answer;
    } catch (ApiException e) {
      pulse.ended();
      throw e;
    }
  }

  private HttpRequest withIdentity(HttpRequest.Builder builder) {
    builder.setHeader("User-Agent", userAgent);
    credentials.token().ifPresent(t -> builder.setHeader("Authorization", "Bearer " + t));
    return builder.build();
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

  /** The server did not take our credentials: whatever is cached of them is asked for again. */
  void rejected() {
    credentials.rejected();
  }

  /** Somebody got no answer in time: looks whether the connection is dead. */
  void suspect() {
    pulse.suspect();
  }

  /**
   * Leaves the connection if it is older than that moment: the next request makes a new one, and
   * all that are under way on the old one fail.
   */
  void leave(long nanoTime, String reason) {
    if (clients.discardOlderThan(nanoTime)) {
      log.atWarn()
          .addKeyValue("server", cluster.server())
          .addKeyValue("reason", reason)
          .log("Connection to the API server is given up; a new one follows");
    }
  }

  private void probe() {
    long startedAt = timers.nanoTime();
    try (Deadline deadline = Deadline.ofCall(timers, PROBE_ANSWER);
        Answer answer = send(PROBE, deadline)) {
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
