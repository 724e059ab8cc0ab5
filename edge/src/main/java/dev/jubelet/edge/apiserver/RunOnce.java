package dev.jubelet.edge.apiserver;

import java.util.concurrent.atomic.AtomicBoolean;

/** Runs something the first time only, whoever asks. */
final class RunOnce implements Runnable {
  private final AtomicBoolean done = new AtomicBoolean();
  private final Runnable task;

  RunOnce(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    if (done.compareAndSet(false, true)) {
      task.run();
    }
  }
}
