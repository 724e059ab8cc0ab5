package dev.jubelet.it.chaos;

import dev.jubelet.api.cri.Container;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Shows the runtime and the kubelet's pods to the invariants, again and again.
 *
 * <p>Thread: its own, {@code chaos-sampler}. Owns: that thread; {@link #close} ends it.
 */
final class Sampler implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(25);

  private final TestNode node;
  private final NodeRuntime runtime;
  private final Invariants invariants;
  private final Thread thread = new Thread(this::run, "chaos-sampler");
  private volatile boolean closed;
  private volatile int samples;
  private volatile @Nullable Throwable failure;

  Sampler(TestNode node, NodeRuntime runtime) {
    this.node = node;
    this.runtime = runtime;
    this.invariants = new Invariants(this::succeeded);
    thread.start();
  }

  Invariants invariants() {
    return invariants;
  }

  /** How many times it has looked. */
  int samples() {
    return samples;
  }

  private void run() {
    try {
      while (!closed) {
        invariants.observeRuntime(runtime.containers(), runtime.sandboxes());
        node.podsIfAnswering().ifPresent(invariants::observeStatus);
        count();
        LockSupport.parkNanos(INTERVAL.toNanos());
      }
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  /** Only the sampler's thread writes. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void count() {
    samples++;
  }

  private boolean succeeded(Container container) {
    try {
      return runtime
          .status(container.getId())
          .filter(status -> status.getExitCode() == 0 && status.getFinishedAt() > 0)
          .isPresent();
    } catch (CriException e) {
      return false; // asked again at the next sample
    }
  }

  /** Lets the world go on for that many samples. */
  void pause(int more) {
    int enough = samples + more;
    node.await("samples", () -> samples >= enough || failure != null);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (failure != null) {
      throw new AssertionError("the sampler ended", failure);
    }
  }
}
