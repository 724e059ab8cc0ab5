package dev.jubelet.app.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The ways to the API server: one for all, and one of its own for the node's pulse, which nothing
 * else can hold up.
 *
 * <p>Thread: any. Owns: the connections.
 */
public final class ClusterConnection implements AutoCloseable {
  private final ApiConnection shared;
  private final ApiConnection pulse;
  private final ApiClient client;
  private final ApiClient heartbeat;
  private final Duration heartbeatDeadline;

  /** Reads the kubeconfig; connects with the first call. Throws KubeconfigException. */
  public ClusterConnection(KubeletOptions options, ObjectMapper json, Timers timers) {
    KubeletConfig config = options.config();
    Kubeconfig kubeconfig = Kubeconfig.read(Path.of(options.flags().get(NodeFlags.KUBECONFIG)));
    String agent = "kubelet/" + options.reportedVersion();
    heartbeatDeadline = heartbeatDeadline(config);
    shared =
        new ApiConnection(
            kubeconfig,
            new ConnectionSettings("api", agent, ConnectionSettings.Threads.VIRTUAL),
            json,
            timers);
    pulse =
        new ApiConnection(
            kubeconfig,
            new ConnectionSettings("api-pulse", agent, ConnectionSettings.Threads.PLATFORM),
            json,
            timers);
    client =
        new ApiClient(
            shared,
            ClientSettings.usual(
                config.get(NodeFields.KUBE_API_QPS), config.get(NodeFields.KUBE_API_BURST), timers),
            json,
            timers);
    heartbeat =
        new ApiClient(pulse, ClientSettings.heartbeat(heartbeatDeadline, timers), json, timers);
  }

  /** No longer than until the next beat is due. */
  private static Duration heartbeatDeadline(KubeletConfig config) {
    Duration update = config.get(NodeFields.NODE_STATUS_UPDATE_FREQUENCY);
    Duration lease = Duration.ofSeconds(config.get(NodeFields.NODE_LEASE_DURATION_SECONDS));
    return update.compareTo(lease) < 0 ? update : lease;
  }

  /** For everything but the pulse. */
  public ApiClient client() {
    return client;
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
    pulse.close();
    shared.close();
  }
}
