package dev.jubelet.edge.linux;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that may hang in the kernel on a few platform threads, so that they hold up whoever
 * waits for them and nobody else. A call that has not come back is not begun a second time: who
 * asks for it again waits for the first.
 *
 * <p>Thread: any. Owns: its threads, which end when idle.
 */
public final class BlockingCalls {
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor threads;
  private final Duration patience;
  private final ConcurrentMap<String, FutureTask<?>> underWay = new ConcurrentHashMap<>();

  public BlockingCalls(String name, int most, Duration patience) {
    this.patience = patience;
    IdleFirst queue = new IdleFirst();
    this.threads =
        new ThreadPoolExecutor(
            0,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            queue,
            Thread.ofPlatform().daemon().name(name + "-", 0).factory(),
            (call, _) -> queue.keep(call));
  }

  /** A thread that has nothing to do gets the call; only when there is none, another is begun. */
  private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable call) {
      return tryTransfer(call);
    }

    /** Until one of the threads, of which there are no more, is free. */
    void keep(Runnable call) {
      super.offer(call);
    }
  }

  /** A call that may hang. */
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Runs the call and waits for it. {@code what} names the call for people and must differ for
   * calls that differ. Throws what the call throws, or {@link LinuxException} LATE or CANCELLED
   * while it goes on by itself.
   */
  public <T extends @Nullable Object> T run(String what, Work<T> work) throws IOException {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              try {
                return work.run();
              } finally {
                underWay.remove(what);
              }
            });
    FutureTask<?> earlier = underWay.putIfAbsent(what, task);
    while (earlier != null) {
      // How it ended was for whoever began it.
      awaitEnd(what, earlier);
      earlier = underWay.putIfAbsent(what, task);
    }
    threads.execute(task);
    awaitEnd(what, task);
    return result(task);
  }

  private void awaitEnd(String what, FutureTask<?> task) {
    try {
      task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new LinuxException(LinuxException.Kind.LATE, what);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinuxException(LinuxException.Kind.CANCELLED, what);
    } catch (ExecutionException e) {
      // An end like any other; the task keeps the failure.
      return;
    }
  }

  private static <T extends @Nullable Object> T result(FutureTask<T> task) throws IOException {
    if (task.state() == Future.State.SUCCESS) {
      return task.resultNow();
    }
    switch (task.exceptionNow()) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
