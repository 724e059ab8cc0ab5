package dev.jubelet.app.access;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.apiserver.ScriptedServer;
import java.nio.file.Path;
import java.util.Optional;

/** A client of a scripted server. */
record TestClient(ApiConnection connection, ApiClient client) implements AutoCloseable {

  static TestClient of(ScriptedServer server, ClientSettings settings, Timers timers) {
    KubeconfigCluster cluster =
        new KubeconfigCluster(
            server.address(), Optional.empty(), Optional.empty(), false, Optional.empty());
    KubeconfigUser user =
        new KubeconfigUser(
            Optional.empty(), Optional.of("node"), Optional.empty(), Optional.empty());
    ApiConnection connection =
        new ApiConnection(
            new Kubeconfig(Path.of("/none"), cluster, user),
            new ConnectionSettings("api", "kubelet", ConnectionSettings.Threads.VIRTUAL),
            KubernetesJson.mapper(),
            timers);
    return new TestClient(
        connection, new ApiClient(connection, settings, KubernetesJson.mapper(), timers));
  }

  @Override
  public void close() {
    connection.close();
  }
}
