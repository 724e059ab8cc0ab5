package dev.jubelet.benchmark.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.HttpConnection;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.Deletion;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.edge.apiserver.watch.Reflector;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A cluster whose only node is the agent as it is delivered, on the containerd that the floor uses.
 *
 * <p>Thread: the benchmark's. Owns: the control plane, the agent and the watcher.
 */
public final class BenchCluster implements AutoCloseable {
  private static final String NAMESPACE = "default";
  private static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);
  private static final String ROOM = "maxPods: 250\n";

  private final PrivateContainerd containerd;
  private final Timers timers;
  private final ControlPlane plane;
  private final TestNode node;
  private final ApiConnection connection;
  private final ApiClient client;
  private final PodWatch watch;
  private final Reflector<Pod> reflector;
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicBoolean closed = new AtomicBoolean();

  private BenchCluster(PrivateContainerd containerd, Timers timers) {
    this.containerd = containerd;
    this.timers = timers;
    plane = ControlPlane.start();
    node = TestNode.joining(containerd, plane.nodeKubeconfig(TestNode.NODE_NAME), ROOM);
    connection =
        new ApiConnection(
            Kubeconfig.read(plane.adminKubeconfig()),
            new ConnectionSettings("bench", "bench", ConnectionSettings.Threads.PLATFORM),
            json,
            timers);
    client = new ApiClient(connection, ClientSettings.usual(-1, 0, timers), json, timers);
    watch = new PodWatch(timers);
    reflector =
        new Reflector<>(
            "pods", ListWatch.of(client, Selection.all(PODS)), watch, timers, new Random(1));
  }

  /** Starts all of it; no other agent may run on this containerd. */
  public static BenchCluster start(PrivateContainerd containerd, Timers timers) {
    BenchCluster cluster = new BenchCluster(containerd, timers);
    cluster.reflector.start();
    cluster.node.launch(cluster.node.kubeletCommand(), Map.of());
    cluster.node.awaitAnswer();
    cluster.node.await("the node is ready", cluster::isNodeReady);
    return cluster;
  }

  private boolean isNodeReady() {
    return plane
        .kubectl(
            "get",
            "nodes",
            "-o",
            "jsonpath={.items[*].status.conditions[?(@.type==\"Ready\")].status}")
        .equals("True");
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
            .withImage(containerd.image())
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
    return new BareServer(client, PODS, watch, timers);
  }

  /** When on the clock on the wall that moment was. */
  public Instant instant(long nanoTime) {
    return timers.now().minusNanos(timers.nanoTime() - nanoTime);
  }

  /** What the agent did for the pod so far. */
  public PodTimeline timeline(String name) {
    try (HttpConnection local = HttpConnection.toSocket(node.root().resolve("jubelet.sock"))) {
      String body = local.get("/jubelet/timeline/" + NAMESPACE + "/" + name).body();
      return PodTimeline.parse(json.readTree(body));
    } catch (IOException e) {
      throw new UncheckedIOException("the agent does not tell the timeline of " + name, e);
    }
  }

  /** Returns the moment before. */
  public long delete(String name, long graceSeconds) {
    long begun = timers.nanoTime();
    client.delete(PODS.object(NAMESPACE, name), Deletion.PLAIN.within(graceSeconds));
    return begun;
  }

  /** The moment at which the watcher saw that the pod is ready. */
  public long awaitReady(String name) {
    return watch.await(name, "ready", TestNode::isReady);
  }

  public long awaitDead(String name) {
    return watch.await(
        name,
        "dead",
        pod ->
            pod.getStatus().getContainerStatuses().stream()
                .anyMatch(status -> status.getState().getTerminated() != null));
  }

  public long awaitGone(String name) {
    return watch.awaitGone(name);
  }

  /** How often the agent has written the status so far: all versions but the first are its own. */
  public int writes(String name) {
    return watch.count(name) - 1;
  }

  public String containerId(String name) {
    String id = watch.newest(name).getStatus().getContainerStatuses().getFirst().getContainerID();
    return id.substring(id.lastIndexOf('/') + 1);
  }

  /** Ends all of it at once; may be repeated. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      reflector.close();
      connection.close();
      node.killKubelet();
      plane.close();
      node.close();
    }
  }
}
