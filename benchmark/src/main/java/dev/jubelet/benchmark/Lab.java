package dev.jubelet.benchmark;

import dev.jubelet.base.SystemTimers;
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
import java.util.function.Consumer;

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
    return new Bench(node, floor, new Crowd(node, floor, scale.crowd()), scale, progress);
  }

  boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      node.abandon();
      containerd.close();
      node.deleteDirectories();
      timers.close();
    }
  }
}
