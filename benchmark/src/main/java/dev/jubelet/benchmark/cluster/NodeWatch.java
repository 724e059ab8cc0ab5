package dev.jubelet.benchmark.cluster;

import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/**
 * When a client of the API server that watches nodes was shown one that is ready.
 *
 * <p>Thread: told on the reflector's lane, asked by the benchmark's. Owns: the moments.
 */
final class NodeWatch implements WatchListener<Node> {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Timers timers;
  private final TreeSet<Long> ready = new TreeSet<>();

  NodeWatch(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void replaced(List<Node> all, String resourceVersion) {
    all.forEach(this::note);
  }

  @Override
  public void changed(WatchEvent<Node> event) {
    switch (event) {
      case WatchEvent.Added<Node>(Node node, _) -> note(node);
      case WatchEvent.Modified<Node>(Node node, _) -> note(node);
      case WatchEvent.Deleted<Node> _, WatchEvent.Bookmark<Node> _ -> {}
    }
  }

  @Override
  public void lost(ApiException reason) {
    throw new BenchException("the API server is out of sight", reason);
  }

  private synchronized void note(Node node) {
    if (isReady(node)) {
      ready.add(timers.nanoTime());
      notifyAll();
    }
  }

  private static boolean isReady(Node node) {
    return node.getStatus().getConditions().stream()
        .filter(condition -> "Ready".equals(condition.getType()))
        .map(NodeCondition::getStatus)
        .anyMatch("True"::equals);
  }

  /** Waits until the node was shown like that after this moment; returns when it was. */
  synchronized long awaitReady(long after) {
    long deadline = timers.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Long found = ready.higher(after);
      if (found != null) {
        return found;
      }
      long left = deadline - timers.nanoTime();
      if (left <= 0) {
        throw new BenchException("the node was never seen to be ready");
      }
      try {
        wait(Math.ceilDiv(left, 1_000_000L));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BenchException("interrupted", e);
      }
    }
  }
}
