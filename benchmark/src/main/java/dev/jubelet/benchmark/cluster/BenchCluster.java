package dev.jubelet.benchmark.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.HttpConnection;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A cluster whose only node is the agent as it is delivered, on the containerd that the floor uses.
 *
 * <p>Thread: the benchmark's. Owns: the control plane and the agent.
 */
public final class BenchCluster implements AutoCloseable {
  private static final String ROOM = "maxPods: 250\n";

  private final Timers timers;
  private final BenchPlane api;
  private final TestNode node;
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicBoolean closed = new AtomicBoolean();

  private BenchCluster(PrivateContainerd containerd, Timers timers) {
    this.timers = timers;
    api = BenchPlane.start(containerd.image(), timers);
    node = TestNode.joining(containerd, api.nodeKubeconfig(), ROOM);
  }

  /** Starts all of it; no other agent may run on this containerd. */
  public static BenchCluster start(PrivateContainerd containerd, Timers timers) {
    BenchCluster cluster = new BenchCluster(containerd, timers);
    long begun = timers.nanoTime();
    cluster.node.launch(cluster.node.kubeletCommand(), Map.of());
    cluster.node.awaitAnswer();
    cluster.api.awaitNodeReady(begun);
    return cluster;
  }

  /** What is done and seen at the API server. */
  public BenchPlane api() {
    return api;
  }

  /** When on the clock on the wall that moment was. */
  public Instant instant(long nanoTime) {
    return timers.now().minusNanos(timers.nanoTime() - nanoTime);
  }

  /** What the agent did for the pod so far. */
  public PodTimeline timeline(String name) {
    try (HttpConnection local = HttpConnection.toSocket(node.root().resolve("jubelet.sock"))) {
      String body = local.get("/jubelet/timeline/" + BenchPlane.NAMESPACE + "/" + name).body();
      return PodTimeline.parse(json.readTree(body));
    } catch (IOException e) {
      throw new UncheckedIOException("the agent does not tell the timeline of " + name, e);
    }
  }

  /** Ends all of it at once; may be repeated. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      node.killKubelet();
      api.close();
      node.close();
    }
  }
}
