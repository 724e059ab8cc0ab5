package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.cluster.BenchCluster;
import dev.jubelet.benchmark.floor.Floor;
import dev.jubelet.benchmark.node.BenchNode;
import dev.jubelet.benchmark.node.Pauses;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What figures are measured with.
 *
 * @param cluster starts a cluster on the node's containerd, when no other agent runs there
 */
public record Bench(
    BenchNode node,
    Floor floor,
    Crowd crowd,
    Supplier<BenchCluster> cluster,
    Scale scale,
    Consumer<String> progress) {

  /** Leaves containerd to another kubelet. */
  public void standAside() {
    crowd.leave();
    node.stopAgent();
  }

  Pauses pauses() {
    return node.pauses();
  }

  /** Starts the crowd with a new agent that has these variables. */
  public void arriveWith(Map<String, String> environment) {
    crowd.arrive(environment);
  }

  public void say(String text) {
    progress.accept(text);
  }
}
