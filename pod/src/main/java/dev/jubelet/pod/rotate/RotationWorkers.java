package dev.jubelet.pod.rotate;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Rotates logs, a few at a time. A log that waits or is rotated is not queued again; one that
 * failed is left to the next look. Compressing takes the processor for a while, so the threads are
 * the system's: virtual ones would keep pods waiting.
 *
 * <p>Thread: any. Owns: the threads {@code log-rotate-<n>}, which end when idle, and what waits for
 * them, a log once at most.
 */
final class RotationWorkers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RotationWorkers.class);
  private static final long IDLE_SECONDS = 10;
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(3);

  private final LogRotator rotator;
  private final RotationListener listener;
  private final Timers timers;
  private final ThreadPoolExecutor threads;
  private final Set<String> taken = ConcurrentHashMap.newKeySet();

  RotationWorkers(LogRotator rotator, int most, RotationListener listener, Timers timers) {
    this.rotator = rotator;
    this.listener = listener;
    this.timers = timers;
    this.threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("log-rotate-", 0).factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
  }

  /** {@code missing} is whether there is no file where the log should be. */
  void add(LiveLog live, boolean missing) {
    if (taken.add(live.containerId())) {
      long queued = timers.nanoTime();
      listener.queued();
      threads.execute(() -> work(live, missing, queued));
    }
  }

  private void work(LiveLog live, boolean missing, long queued) {
    long begun = timers.nanoTime();
    listener.begun(Duration.ofNanos(begun - queued));
    boolean done = false;
    try {
      done = attempt(live, missing);
    } finally {
      taken.remove(live.containerId());
      listener.ended(Duration.ofNanos(timers.nanoTime() - begun), done);
    }
  }

  private boolean attempt(LiveLog live, boolean missing) {
    try {
      if (missing) {
        rotator.restore(live);
      } else {
        String name = rotator.rotate(live);
        describe(log.atDebug(), live).addKeyValue("renamedTo", name).log("Rotated container log");
      }
      return true;
    } catch (CriException e) {
      // A container that has ended meanwhile has no log that grows.
      boolean gone = e.kind() == CriException.Kind.NOT_FOUND;
      describe(gone ? log.atDebug() : log.atWarn(), live)
          .addKeyValue("err", e.getMessage())
          .log("Failed to reopen container log; retrying at the next scan");
      return false;
    } catch (IOException | RuntimeException e) {
      describe(log.atError(), live)
          .addKeyValue("err", e.toString())
          .log("Failed to rotate container log; retrying at the next scan");
      return false;
    }
  }

  private static LoggingEventBuilder describe(LoggingEventBuilder entry, LiveLog live) {
    return entry
        .addKeyValue("pod", live.pod())
        .addKeyValue("containerName", live.container())
        .addKeyValue("containerID", live.containerId())
        .addKeyValue("path", live.file());
  }

  /** Lets rotations that have begun come to their end, for a moment. */
  @Override
  public void close() {
    threads.shutdown();
    threads.getQueue().clear();
    try {
      if (!threads.awaitTermination(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
