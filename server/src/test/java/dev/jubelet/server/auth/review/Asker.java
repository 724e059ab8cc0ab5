package dev.jubelet.server.auth.review;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Somebody who asks on a thread of their own. */
public final class Asker<T> {
  private final FutureTask<T> task;
  private final Thread thread;

  public Asker(Callable<T> question) {
    task = new FutureTask<>(question);
    thread = Thread.ofPlatform().daemon().start(task);
  }

  /** Waits until this one waits for somebody else. */
  public Asker<T> awaitWaiting() {
    await(() -> thread.getState() == Thread.State.WAITING);
    return this;
  }

  public boolean isDone() {
    return task.isDone();
  }

  public T answer() throws Exception {
    return task.get(20, TimeUnit.SECONDS);
  }

  /** Why there is no answer. */
  public Throwable failure() throws Exception {
    try {
      return new AssertionError("answered: " + answer());
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    }
  }

  public void interrupt() {
    thread.interrupt();
  }

  /** Waits until something is so, for at most 20 seconds. */
  public static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("in vain");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }
}
