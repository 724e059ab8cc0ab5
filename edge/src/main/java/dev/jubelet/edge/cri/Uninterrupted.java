package dev.jubelet.edge.cri;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for work on another thread although the waiting thread is interrupted. */
final class Uninterrupted {
  private Uninterrupted() {}

  /**
   * The result of the work. An interrupt leaves the work this much more time and is then handed on
   * to the worker; the waiting thread is interrupted again before this returns or throws what the
   * work threw.
   */
  static <A> A result(Future<A> work, Thread worker, Duration patience) {
    try {
      return outcome(work::get);
    } catch (InterruptedException e) {
      return afterInterrupt(work, worker, patience);
    }
  }

  private static <A> A afterInterrupt(Future<A> work, Thread worker, Duration patience) {
    boolean handedOn = false;
    try {
      while (true) {
        try {
          return handedOn
              ? outcome(work::get)
              : outcome(() -> work.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException | InterruptedException e) {
          // A second interrupt asks for more haste than patience has.
          worker.interrupt();
          handedOn = true;
        }
      }
    } finally {
      Thread.currentThread().interrupt();
    }
  }

  /** A wait that may be interrupted, or may take too long. */
  private interface Wait<A, E extends Exception> {
    A get() throws InterruptedException, ExecutionException, E;
  }

  private static <A, E extends Exception> A outcome(Wait<A, E> wait)
      throws InterruptedException, E {
    try {
      return wait.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
