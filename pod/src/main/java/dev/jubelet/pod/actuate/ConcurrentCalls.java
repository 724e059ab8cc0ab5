package dev.jubelet.pod.actuate;

import dev.jubelet.edge.cri.CriException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs several blocking calls at once and waits for all of them. An interrupt of the waiting thread
 * interrupts them all.
 */
final class ConcurrentCalls {
  private ConcurrentCalls() {}

  /** Throws the first failure, after all have ended. */
  static void run(List<Runnable> tasks) {
    if (tasks.size() == 1) {
      tasks.getFirst().run();
      return;
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<@Nullable Object>> futures =
          threads.invokeAll(tasks.stream().map(Executors::callable).toList());
      for (Future<?> future : futures) {
        await(future);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
    }
  }

  private static void await(Future<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (CancellationException e) {
      throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
