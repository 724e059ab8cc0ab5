package dev.jubelet.it.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.pod.manifest.KubernetesJson;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** One connection of a test to a real API server, wired as the agent wires it. */
final class ApiLink implements AutoCloseable {
  static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);
  static final ApiResource<ConfigMap> CONFIG_MAPS =
      ApiResource.core("configmaps", "ConfigMap", ConfigMap.class);
  static final ApiResource<Secret> SECRETS = ApiResource.core("secrets", "Secret", Secret.class);

  private final ObjectMapper json = KubernetesJson.mapper();
  private final Timers timers;
  private final ApiConnection connection;

  ApiLink(Kubeconfig config, Timers timers) {
    this.timers = timers;
    ConnectionSettings settings =
        new ConnectionSettings("api", "kubelet/v1.36.4", ConnectionSettings.Threads.PLATFORM);
    this.connection = new ApiConnection(config, settings, json, timers);
  }

  static Kubeconfig at(Path kubeconfig, URI server, Optional<String> serverName) {
    Kubeconfig config = Kubeconfig.read(kubeconfig);
    KubeconfigCluster cluster = config.cluster();
    return new Kubeconfig(
        config.file(),
        new KubeconfigCluster(server, cluster.authority(), serverName, false, Optional.empty()),
        config.user());
  }

  static Kubeconfig throughPort(Path kubeconfig, int port) {
    return at(kubeconfig, URI.create("https://127.0.0.1:" + port), Optional.empty());
  }

  ApiClient client() {
    return new ApiClient(connection, ClientSettings.usual(-1, 0, timers), json, timers);
  }

  ApiClient heartbeat(Duration deadline) {
    return new ApiClient(connection, ClientSettings.heartbeat(deadline, timers), json, timers);
  }

  Reflector<Pod> reflector(String namespace, SeenPods seen) {
    Selection<Pod> selection = new Selection<>(PODS, namespace, "", "");
    return new Reflector<>("pods", ListWatch.of(client(), selection), seen, timers, new Random(1));
  }

  @Override
  public void close() {
    connection.close();
  }
}
