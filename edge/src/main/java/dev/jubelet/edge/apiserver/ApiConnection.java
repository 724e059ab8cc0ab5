package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.OutageLog;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.auth.AuthException;
import dev.jubelet.edge.apiserver.auth.Credentials;
import dev.jubelet.edge.apiserver.auth.TlsContexts;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigException;
import java.net.http.HttpRequest;
import java.util.function.Supplier;

/**
 * The way to one API server: as a rule one HTTP/2 connection that all requests share, and more when
 * there are more requests than a connection has room for. Requests for the lease get a way of their
 * own, so that nothing else can hold them up.
 *
 * <p>Thread: any; calls block. Owns: the connections and the credentials that they share.
 */
public final class ApiConnection implements AutoCloseable {
  private static final int MOST_REFUSALS = 5;

  private final KubeconfigCluster cluster;
  private final Credentials credentials;
  private final ConnectionSettings settings;
  private final Timers timers;
  private final ConnectionObservers observers;
  private final ConnectionPool<HttpTransport> transports = new ConnectionPool<>(this::open);

  public ApiConnection(
      Kubeconfig config, ConnectionSettings settings, ObjectMapper json, Timers timers) {
    this(config, settings, json, timers, ConnectionObservers.none(config, timers));
  }

  public ApiConnection(
      Kubeconfig config,
      ConnectionSettings settings,
      ObjectMapper json,
      Timers timers,
      ConnectionObservers observers) {
    this.cluster = config.cluster();
    this.credentials = Credentials.of(config, json, timers, observers.requests());
    this.settings = settings;
    this.timers = timers;
    this.observers = observers;
  }

  private HttpTransport open() {
    HttpClients clients =
        new HttpClients(
            cluster,
            new TlsContexts(cluster, credentials),
            settings.executor(),
            ProxyChoice.of(cluster, System.getenv()),
            timers);
    return new HttpTransport(cluster.server(), clients, this::signed, timers);
  }

  ApiListener listener() {
    return observers.requests();
  }

  OutageLog outages() {
    return observers.outages();
  }

  ApiListener.Target target(ApiRequest request) {
    return new ApiListener.Target(request.method(), cluster.server().getAuthority());
  }

  /** Sends, and waits for the head of the answer; the deadline guards the body as well. */
  ApiResponse send(ApiRequest request, RequestDeadline deadline) {
    RequestSpan span = RequestSpan.begin(observers.tracer(), request, cluster.server());
    try {
      ApiResponse response = send(span.told(request), deadline, span::ended);
      span.answered(response.status());
      return response;
    } catch (RuntimeException e) {
      span.failed(e);
      throw e;
    }
  }

  private ApiResponse send(ApiRequest request, RequestDeadline deadline, Runnable ended) {
    for (int refusals = 0; ; refusals++) {
      ConnectionPool<HttpTransport>.Slot slot = transports.enter();
      try {
        Runnable leaving =
            () -> {
              slot.leave();
              ended.run();
            };
        return slot.connection().send(request, deadline, leaving);
      } catch (RuntimeException e) {
        boolean again = refusals < MOST_REFUSALS && ApiErrors.isForWantOfRoom(e);
        if (!again) {
          slot.leave();
          throw e;
        }
        slot.refused();
      }
    }
  }

  private HttpRequest signed(ApiRequest request) {
    return withCredentials(
        request,
        () -> {
          HttpRequest.Builder builder = request.to(cluster.server());
          builder.setHeader("User-Agent", settings.userAgent());
          credentials.token().ifPresent(t -> builder.setHeader("Authorization", "Bearer " + t));
          return builder.build();
        });
  }

  /** Does what needs credentials; without them the request fails. */
  static <R> R withCredentials(ApiRequest request, Supplier<R> work) {
    try {
      return work.get();
    } catch (KubeconfigException | AuthException | TlsException e) {
      throw new ApiException(
          ApiException.Kind.CREDENTIALS, request.text() + ": " + e.getMessage(), e);
    }
  }

  /** The server did not take our credentials: whatever is cached of them is asked for again. */
  void rejected() {
    credentials.rejected();
  }

  /** Somebody got no answer in time, here or on another way: looks which connections are dead. */
  public void suspect() {
    transports.connections().forEach(HttpTransport::suspect);
  }

  /**
   * Leaves what connections are older than that moment: the next request makes a new one, and all
   * that are under way on the old ones fail.
   */
  void leave(long nanoTime, String reason) {
    transports.connections().forEach(transport -> transport.leave(nanoTime, reason));
    observers.alarm().run();
  }

  @Override
  public void close() {
    transports.close().forEach(HttpTransport::close);
  }
}
