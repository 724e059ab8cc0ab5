package dev.jubelet.base;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * Does the same to several things at once and waits for all of them. To a single one it is done on
 * the caller's own thread.
 *
 * <p>Thread: virtual ones that end with the call. An interrupt of the caller is handed on to them;
 * all are awaited nevertheless, and the caller is interrupted again afterwards.
 */
public final class ConcurrentTasks {
  private ConcurrentTasks() {}

  /**
   * The results in the order of the things. When work throws, the others still come to their end;
   * then the first failure is thrown.
   *
   * @param threads starts the names of the threads
   */
  public static <T, R> List<R> each(String threads, List<T> things, Function<T, R> work) {
    if (things.size() < 2) {
      return things.stream().map(work).toList();
    }
    List<FutureTask<R>> tasks = new ArrayList<>();
    List<Thread> workers = new ArrayList<>();
    for (T thing : things) {
      FutureTask<R> task = new FutureTask<>(() -> work.apply(thing));
      tasks.add(task);
      workers.add(Thread.ofVirtual().name(threads + "-" + tasks.size()).start(task));
    }
    await(workers);
    return tasks.stream().map(ConcurrentTasks::result).toList();
  }

  private static void await(List<Thread> workers) {
    boolean interrupted = false;
    for (Thread worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
          workers.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static <R> R result(FutureTask<R> ended) {
    if (ended.state() == Future.State.SUCCESS) {
      return ended.resultNow();
    }
    switch (ended.exceptionNow()) {
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      case Throwable failure -> throw new IllegalStateException(failure);
    }
  }
}
