package dev.jubelet.benchmark.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A cluster without nodes, and a client that makes pods there and watches what becomes of them.
 *
 * <p>Thread: the benchmark's. Owns: the control plane and the watchers.
 */
public final class BenchPlane implements AutoCloseable {
  static final String NAMESPACE = "default";
  private static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);
  private static final ApiResource<Node> NODES = ApiResource.core("nodes", "Node", Node.class);

  private final String image;
  private final Timers timers;
  private final ControlPlane plane;
  private final ApiConnection connection;
  private final ApiClient client;
  private final PodWatch pods;
  private final NodeWatch nodes;
  private final Reflector<Pod> podReflector;
  private final Reflector<Node> nodeReflector;
  private final AtomicBoolean closed = new AtomicBoolean();

  private BenchPlane(String image, Timers timers) {
    this.image = image;
    this.timers = timers;
    ObjectMapper json = new ObjectMapper();
    plane = ControlPlane.start();
    connection =
        new ApiConnection(
            Kubeconfig.read(plane.adminKubeconfig()),
            new ConnectionSettings("bench", "bench", ConnectionSettings.Threads.PLATFORM),
            json,
            timers);
    client = new ApiClient(connection, ClientSettings.usual(-1, 0, timers), json, timers);
    pods = new PodWatch(timers);
    nodes = new NodeWatch(timers);
    podReflector =
        new Reflector<>(
            "pods", ListWatch.of(client, Selection.all(PODS)), pods, timers, new Random(1));
    nodeReflector =
        new Reflector<>(
            "nodes", ListWatch.of(client, Selection.all(NODES)), nodes, timers, new Random(1));
  }

  /** Starts it; containers will have this image. */
  public static BenchPlane start(String image, Timers timers) {
    BenchPlane started = new BenchPlane(image, timers);
    started.podReflector.start();
    started.nodeReflector.start();
    return started;
  }

  /** With which the node joins. */
  public Path nodeKubeconfig() {
    return plane.nodeKubeconfig(TestNode.NODE_NAME);
  }

  /** The first moment after the given one at which the watcher saw that the node is ready. */
  public long awaitNodeReady(long after) {
    return nodes.awaitReady(after);
  }

  /** Lets the next kubelet register anew. */
  public void deleteNode() {
    try {
      client.delete(NODES.object("", TestNode.NODE_NAME), Deletion.PLAIN);
    } catch (ApiException e) {
      if (e.kind() != ApiException.Kind.NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Creates a pod that is bound to the node; returns the moment before. */
  public long create(String name, Workload workload) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewSpec()
            .withNodeName(TestNode.NODE_NAME)
            .withRestartPolicy(workload.restartPolicy())
            .withTerminationGracePeriodSeconds(workload.graceSeconds())
            .addNewContainer()
            .withName(Workload.CONTAINER)
            .withImage(image)
            .withImagePullPolicy("IfNotPresent")
            .withCommand("sh", "-c", workload.script())
            .endContainer()
            .endSpec()
            .build();
    long begun = timers.nanoTime();
    client.create(PODS, NAMESPACE, pod);
    return begun;
  }

  /** The API server alone. */
  public BareServer bareServer() {
    return new BareServer(client, PODS, pods, timers);
  }

  /** Returns the moment before. */
  public long delete(String name, long graceSeconds) {
    long begun = timers.nanoTime();
    client.delete(PODS.object(NAMESPACE, name), Deletion.PLAIN.within(graceSeconds));
    return begun;
  }

  /** The moment at which the watcher saw that the pod is ready. */
  public long awaitReady(String name) {
    return pods.await(name, "ready", TestNode::isReady);
  }

  public long awaitDead(String name) {
    return pods.await(
        name,
        "dead",
        pod ->
            pod.getStatus().getContainerStatuses().stream()
                .anyMatch(status -> status.getState().getTerminated() != null));
  }

  public long awaitGone(String name) {
    return pods.awaitGone(name);
  }

  /** How often the agent has written the status so far: all versions but the first are its own. */
  public int writes(String name) {
    return pods.count(name) - 1;
  }

  public String containerId(String name) {
    String id = pods.newest(name).getStatus().getContainerStatuses().getFirst().getContainerID();
    return id.substring(id.lastIndexOf('/') + 1);
  }

  /** Ends all of it at once; may be repeated. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      podReflector.close();
      nodeReflector.close();
      connection.close();
      plane.close();
    }
  }
}
