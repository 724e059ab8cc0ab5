package dev.jubelet.it.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiObject;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.node.call.LeaseTimes;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;

/**
 * A control plane as its administrator uses and sees it: with kubectl, and by watching all pods.
 *
 * <p>Thread: the test's. Owns: the control plane, and connections to it that no proxy disturbs.
 */
final class Cluster implements AutoCloseable {
  private static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);
  private static final ApiObject<Node> NODE =
      ApiResource.core("nodes", "Node", Node.class).object("", TestNode.NODE_NAME);
  private static final ApiObject<Lease> LEASE =
      new ApiResource<>("coordination.k8s.io", "v1", "leases", "Lease", Lease.class)
          .object("kube-node-lease", TestNode.NODE_NAME);

  private final ControlPlane plane;
  private final SystemTimers timers = new SystemTimers();
  private final PodHistory history = new PodHistory();
  private final ApiConnection connection;
  private final ApiClient client;
  private Reflector<Pod> watch;

  private Cluster(ControlPlane plane) {
    this.plane = plane;
    ObjectMapper json = KubernetesJson.mapper().copy().registerModule(LeaseTimes.module());
    connection =
        new ApiConnection(
            Kubeconfig.read(plane.adminKubeconfig()),
            new ConnectionSettings("admin", "test", ConnectionSettings.Threads.PLATFORM),
            json,
            timers);
    client = new ApiClient(connection, ClientSettings.usual(-1, 0, timers), json, timers);
    watch = watchAllPods();
  }

  private Reflector<Pod> watchAllPods() {
    Reflector<Pod> reflector =
        new Reflector<>(
            "all-pods", ListWatch.of(client, Selection.all(PODS)), history, timers, new Random(1));
    reflector.start();
    return reflector;
  }

  static Cluster start(ControlPlane.Extra... extras) {
    return new Cluster(ControlPlane.start(extras));
  }

  ControlPlane plane() {
    return plane;
  }

  /** Ends the API server at once, as a crash would. */
  void stopServer() {
    watch.close();
    plane.stopServer();
  }

  /** The administrator looks at once again, unlike clients that were surprised. */
  void startServer() {
    plane.startServer();
    watch = watchAllPods();
  }

  /** Puts back what was saved; what the administrator saw since then never was. */
  void restore() {
    watch.close();
    plane.restore();
    history.forget();
    watch = watchAllPods();
  }

  PodHistory pods() {
    return history;
  }

  String kubectl(String... arguments) {
    return plane.kubectl(arguments);
  }

  /** Returns the UID of what was created. */
  String create(String manifest) {
    try {
      Path file = Files.createTempFile("manifest", ".yaml");
      try {
        Files.writeString(file, manifest);
        return kubectl("create", "-f", file.toString(), "-o", "jsonpath={.metadata.uid}");
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without waiting for the node. */
  void deleteByForce(String pod) {
    kubectl("delete", "pod", pod, "--force", "--grace-period=0");
  }

  /** Whatever may be left of a test; the node ends the pods afterwards. */
  void deleteAll() {
    kubectl("delete", "deployments,daemonsets,jobs,pods", "--all", "--force", "--grace-period=0");
  }

  Optional<Node> node() {
    return find(NODE);
  }

  boolean isNodeReady() {
    return node().stream()
        .flatMap(node -> node.getStatus().getConditions().stream())
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  Optional<Lease> lease() {
    return find(LEASE);
  }

  private <T extends HasMetadata> Optional<T> find(ApiObject<T> object) {
    try {
      return Optional.of(client.get(object));
    } catch (ApiException e) {
      if (e.kind() == ApiException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void close() {
    watch.close();
    connection.close();
    timers.close();
    plane.close();
  }
}
