package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.base.OutageLog;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionObservers;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.server.AgentView.Problem;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The connections to the API server: one for all, and one of its own for the node's heartbeat,
 * which nothing else can hold up.
 *
 * <p>Thread: any. Owns: the connections.
 */
public final class ClusterConnection implements AutoCloseable {
  private static final int UNLIMITED = -1;

  private final KubeletConfig config;
  private final Kubeconfig kubeconfig;
  private final String userAgent;
  private final ObjectMapper json;
  private final Meters meters;
  private final Timers timers;
  private final ApiServerHealth health;
  private final ApiConnection shared;
  private final ApiClient client;
  private final ApiClient heartbeat;
  private final Duration heartbeatDeadline;
  private final OutageLog outages;
  private final Deque<ApiConnection> open = new ConcurrentLinkedDeque<>();

  /** Connects with the first call. */
  public ClusterConnection(
      KubeletOptions options,
      Kubeconfig kubeconfig,
      ObjectMapper json,
      Meters meters,
      Timers timers) {
    this.config = options.config();
    this.kubeconfig = kubeconfig;
    this.userAgent = "kubelet/" + options.reportedVersion();
    this.json = json;
    this.meters = meters;
    this.timers = timers;
    this.health = new ApiServerHealth(meters.api, timers);
    outages = ConnectionObservers.outageLog(kubeconfig, timers);
    heartbeatDeadline = heartbeatDeadline(config);
    shared = connection("api", ConnectionSettings.Threads.VIRTUAL, () -> {});
    client =
        client(
            ClientSettings.usual(
                config.get(NodeFields.KUBE_API_QPS),
                config.get(NodeFields.KUBE_API_BURST),
                timers));
    heartbeat =
        new ApiClient(
            connection("api-lease", ConnectionSettings.Threads.PLATFORM, shared::suspect),
            ClientSettings.heartbeat(heartbeatDeadline, timers),
            json,
            timers);
  }

  /**
   * The heartbeat is the first to notice that the network is dead: then the others are looked at.
   */
  private ApiConnection connection(
      String name, ConnectionSettings.Threads threads, Runnable alarm) {
    ApiConnection connection =
        new ApiConnection(
            kubeconfig,
            new ConnectionSettings(name, userAgent, threads),
            json,
            timers,
            new ConnectionObservers(health, meters.tracer, alarm, outages));
    open.push(connection);
    return connection;
  }

  /** No longer than until the next beat is due. */
  private static Duration heartbeatDeadline(KubeletConfig config) {
    Duration update = config.get(NodeFields.NODE_STATUS_UPDATE_FREQUENCY);
    Duration lease = Duration.ofSeconds(config.get(NodeFields.NODE_LEASE_DURATION_SECONDS));
    return update.compareTo(lease) < 0 ? update : lease;
  }

  /** For everything but the heartbeat. */
  public ApiClient client() {
    return client;
  }

  /** Why the API server cannot be used now. */
  Optional<Problem> problem() {
    return health.problem();
  }

  /** On the shared connection, but with other limits. */
  ApiClient client(ClientSettings settings) {
    return new ApiClient(shared, settings, json, timers);
  }

  /** For events, with limits of their own. */
  ApiClient events() {
    int qps = config.get(NodeFields.EVENT_RECORD_QPS);
    return client(
        ClientSettings.usual(
            qps == 0 ? UNLIMITED : qps, config.get(NodeFields.EVENT_BURST), timers));
  }

  /** For the lease and the node's status. */
  ApiClient heartbeat() {
    return heartbeat;
  }

  Duration heartbeatDeadline() {
    return heartbeatDeadline;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
