package dev.jubelet.edge.cri;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls under way that a runtime should bring to their end. Whoever closes the connection waits
 * for them; calls that come meanwhile wait for the connection to be closed, and fail.
 *
 * <p>Thread: any. Owns: how many there are.
 */
final class OpenEnds {
  private static final Logger log = LoggerFactory.getLogger(OpenEnds.class);
  private static final int MOST = Integer.MAX_VALUE;

  private final Semaphore free = new Semaphore(MOST);
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean closing;

  /** A call begins; {@link #leave} when it has ended. */
  void enter(String rpc) {
    if (!closing && free.tryAcquire()) {
      return;
    }
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CriException(CriException.Kind.CANCELLED, rpc, "interrupted");
    }
    throw new CriException(CriException.Kind.UNAVAILABLE, rpc, "the connection is closed");
  }

  void leave() {
    free.release();
  }

  /** Waits until all have ended, but not longer than that; then lets the connection be closed. */
  void close(Duration atMost, Runnable connection) {
    closing = true;
    try {
      if (!free.tryAcquire(MOST, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        log.warn("Calls to the runtime were broken off: they did not end within {}", atMost);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connection.run();
      closed.countDown();
    }
  }
}
