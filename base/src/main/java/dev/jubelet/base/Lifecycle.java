package dev.jubelet.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts parts in the order in which they were added and stops them in reverse: those that started,
 * and the one that failed or was interrupted half-way. A part that fails to stop does not keep the
 * others from stopping.
 *
 * <p>Thread: parts are added and started by the one that assembles the process; {@link #close} from
 * any, also while parts start. Owns: the parts.
 */
public final class Lifecycle implements LifecycleParts, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);
  private static final Duration START_END = Duration.ofSeconds(5);

  /** Something with a beginning and an end; both may block and may throw. */
  private record Part(String name, Runnable start, Runnable stop) {}

  private final List<Part> parts = new ArrayList<>();
  private final CountDownLatch startEnded = new CountDownLatch(1);
  private final Object stopping = new Object();
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Deque<Part> begun = new ArrayDeque<>();

  @GuardedBy("lock")
  private boolean closed;

  @GuardedBy("lock")
  private @Nullable Thread starter;

  /** Adds a part; {@code stop} must also do when {@code start} has failed half-way. */
  @Override
  public void add(String name, Runnable start, Runnable stop) {
    parts.add(new Part(name, start, stop));
  }

  /**
   * Adds what is there already: it is stopped also when nothing else is ever started.
   *
   * @throws CancellationException when all has been stopped meanwhile; then this is stopped too
   */
  public void addStarted(String name, Runnable stop) {
    Part part = new Part(name, () -> {}, stop);
    if (!begin(part)) {
      stop(part);
      throw stopped();
    }
  }

  /**
   * Starts all parts, once; when one fails, it and those before it are stopped and the failure is
   * thrown.
   *
   * @throws CancellationException when all is stopped meanwhile
   */
  public void start() {
    synchronized (lock) {
      starter = Thread.currentThread();
    }
    try {
      parts.forEach(this::start);
    } catch (RuntimeException | Error e) {
      if (endStart()) {
        throw stopped();
      }
      close();
      throw e;
    }
    endStart();
  }

  private void start(Part part) {
    if (!begin(part)) {
      throw stopped();
    }
    part.start().run();
    log.atDebug().addKeyValue("part", part.name()).log("Started");
  }

  private boolean begin(Part part) {
    synchronized (lock) {
      if (closed) {
        return false;
      }
      begun.push(part);
      return true;
    }
  }

  /** Whether all has been stopped, or is being stopped. */
  public boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /** Returns whether all is being stopped meanwhile. */
  private boolean endStart() {
    synchronized (lock) {
      starter = null;
      startEnded.countDown();
      return closed;
    }
  }

  private static CancellationException stopped() {
    return new CancellationException("stopped while starting");
  }

  /**
   * Stops all that has begun; a start that is under way is interrupted first. Who calls it a second
   * time waits for the first.
   */
  @Override
  public void close() {
    if (interruptStart()) {
      awaitEndOfStart();
    }
    synchronized (stopping) {
      for (Part part = next(); part != null; part = next()) {
        stop(part);
      }
    }
  }

  private boolean interruptStart() {
    synchronized (lock) {
      closed = true;
      if (starter != null) {
        starter.interrupt();
      }
      return starter != null;
    }
  }

  /** A part that does not heed the interrupt is stopped all the same, after a while. */
  private void awaitEndOfStart() {
    try {
      if (!startEnded.await(START_END.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("A part does not end its start; stopping it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Part next() {
    synchronized (lock) {
      return begun.poll();
    }
  }

  private static void stop(Part part) {
    try {
      part.stop().run();
      log.atDebug().addKeyValue("part", part.name()).log("Stopped");
    } catch (RuntimeException e) {
      log.atError().setCause(e).addKeyValue("part", part.name()).log("Failed to stop");
    }
  }
}
