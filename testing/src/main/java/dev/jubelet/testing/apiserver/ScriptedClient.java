package dev.jubelet.testing.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigUser;
import java.nio.file.Path;
import java.util.Optional;

/** A client of a scripted server. */
public record ScriptedClient(ApiConnection connection, ApiClient client) implements AutoCloseable {

  public static ScriptedClient of(
      ScriptedServer server, ClientSettings settings, ObjectMapper json, Timers timers) {
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
            json,
            timers);
    return new ScriptedClient(connection, new ApiClient(connection, settings, json, timers));
  }

  @Override
  public void close() {
    connection.close();
  }
}
