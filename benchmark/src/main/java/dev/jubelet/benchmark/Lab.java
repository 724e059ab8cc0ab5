package dev.jubelet.benchmark;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.benchmark.cluster.BenchCluster;
import dev.jubelet.benchmark.figure.Bench;
import dev.jubelet.benchmark.figure.Crowd;
import dev.jubelet.benchmark.figure.Scale;
import dev.jubelet.benchmark.floor.Floor;
import dev.jubelet.benchmark.floor.PodTemplate;
import dev.jubelet.benchmark.floor.TemplateRecorder;
import dev.jubelet.benchmark.node.BenchNode;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run puts on the machine. Closing ends it at once and in whatever state it is,
 * so that an interrupted run leaves as little behind as a complete one.
 *
 * <p>Thread: closed by whoever comes first. Owns: containerd, the agent and their directories.
 */
final class Lab implements AutoCloseable {
  private final SystemTimers timers = new SystemTimers();
  private final PrivateContainerd containerd;
  private final BenchNode node;
  private final AtomicReference<@Nullable BenchCluster> cluster = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  Lab(ContainerdGeneration generation) {
    containerd = PrivateContainerd.start(generation);
    node = new BenchNode(containerd, timers);
  }

  /** Learns from the agent how it describes a pod, for the floor. */
  Bench bench(Scale scale, Consumer<String> progress) {
    // An agent makes its certificate once in its life; no figure is about that.
    node.startAgent();
    PodTemplate template = TemplateRecorder.record(containerd, timers);
    Floor floor =
        new Floor(
            node.cri(),
            timers,
            template,
            node.node().directory().resolve("floor"),
            containerd.image());
    Crowd crowd = new Crowd(node, floor, scale.crowd());
    return new Bench(node, floor, crowd, this::newCluster, scale, progress);
  }

  private BenchCluster newCluster() {
    BenchCluster started = BenchCluster.start(containerd, timers);
    cluster.set(started);
    return started;
  }

  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      BenchCluster started = cluster.get();
      if (started != null) {
        started.close();
      }
      node.abandon();
      containerd.close();
      node.deleteDirectories();
      timers.close();
    }
  }
}
