package dev.jubelet.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.access.AccessAssembly;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.view.LogFilesAdapter;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.server.AgentView;
import dev.jubelet.server.KubeletServer;
import dev.jubelet.server.ServerConfig;
import dev.jubelet.server.ServerSockets;
import dev.jubelet.server.Telemetry;
import dev.jubelet.server.auth.Access;
import dev.jubelet.server.logs.ContainerLogPage;
import dev.jubelet.server.logs.InotifyChanges;
import dev.jubelet.server.metric.AccessMeter;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The servers, set up as the configuration says. */
final class ServerAssembly {
  private final KubeletConfig config;
  private final NodeProfile node;
  private final TlsAssembly tls;
  private final Timers timers;
  private final Optional<Function<ClientSettings, ApiClient>> clients;
  private final AccessMeter meter;

  /** {@code clients} makes clients of the API server, if there is one. */
  ServerAssembly(
      KubeletOptions options,
      NodeProfile node,
      TlsAssembly tls,
      Timers timers,
      Optional<Function<ClientSettings, ApiClient>> clients,
      AccessMeter meter) {
    this.config = options.config();
    this.node = node;
    this.tls = tls;
    this.timers = timers;
    this.clients = clients;
    this.meter = meter;
  }

  /** {@code sockets} are served on from the server's start. */
  KubeletServer build(
      PodPathAssembly path,
      PresentPods pods,
      AgentView view,
      Telemetry telemetry,
      ServerSockets sockets,
      ObjectMapper json) {
    ContainerLogPage logs =
        new ContainerLogPage(
            new LogFilesAdapter(pods, path.workers, path.logPaths),
            new InotifyChanges(),
            timers,
            config.features().enabled("PodLogsQuerySplitStreams"));
    return new KubeletServer(serverConfig(sockets), view, access(), telemetry, logs, json, timers);
  }

  private ServerConfig serverConfig(ServerSockets sockets) {
    return new ServerConfig(
        sockets,
        tls.settings().orElse(null),
        config.get(ServerFields.ENABLE_DEBUGGING_HANDLERS),
        new ServerConfig.Streams(
            config.get(ServerFields.STREAMING_CONNECTION_IDLE_TIMEOUT),
            config.features().enabled("ExtendWebSocketsToKubelet"),
            config.features().enabled("ContainerCheckpoint")));
  }

  private Access access() {
    AccessAssembly assembly =
        new AccessAssembly(config, timers, RandomGenerator.getDefault(), meter);
    return assembly.build(
        node.name(),
        tls.authorities(),
        clients.map(making -> making.apply(assembly.clientSettings())));
  }
}
