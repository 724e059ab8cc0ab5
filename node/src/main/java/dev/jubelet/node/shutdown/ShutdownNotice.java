package dev.jubelet.node.shutdown;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Whether the machine is about to go down. It exists before all who ask for it.
 *
 * <p>Thread: any. Owns: the answer.
 */
public final class ShutdownNotice {
  private static final String PROBLEM = "node is shutting down";

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean given;

  public boolean isGiven() {
    return given;
  }

  /** What keeps the node from being ready. */
  public Optional<String> problem() {
    return given ? Optional.of(PROBLEM) : Optional.empty();
  }

  /** The listener is told after each change; it may not block. */
  public void subscribe(Runnable listener) {
    listeners.add(listener);
  }

  void set(boolean shuttingDown) {
    given = shuttingDown;
    listeners.forEach(Runnable::run);
  }
}
