package dev.jubelet.edge.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.host.WatchTable.Subscription;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches many paths with one inotify instance, of which a user has only 128.
 *
 * <p>Thread: the daemon {@code inotify} reads and calls listeners; the rest from any. Owns: the
 * instance and the table of watches.
 */
public final class InotifyWatcher implements PathWatcher {
  private static final Logger log = LoggerFactory.getLogger(InotifyWatcher.class);

  private final Inotify inotify;
  private final Thread thread;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final WatchTable table;

  private volatile boolean closed;

  private InotifyWatcher(Inotify inotify) {
    this.inotify = inotify;
    this.table = new WatchTable(inotify);
    this.thread = Thread.ofPlatform().daemon().name("inotify").unstarted(this::run);
  }

  /** Opens the instance, or explains in one warning why changes are found by listing only. */
  public static PathWatcher openOrNone() {
    try {
      return open();
    } catch (HostException e) {
      log.atWarn()
          .addKeyValue("reason", e.getMessage())
          .log("inotify unavailable; falling back to periodic listing");
      return PathWatcher.NONE;
    }
  }

  static InotifyWatcher open() {
    InotifyWatcher watcher = new InotifyWatcher(Inotify.open());
    watcher.thread.start();
    return watcher;
  }

  @Override
  public Watch watch(Path path, Listener listener) {
    Subscription subscription = new Subscription(path.toAbsolutePath().normalize(), listener);
    unlessClosed(t -> t.add(subscription));
    return new Watch() {
      @Override
      public void refresh() {
        unlessClosed(t -> t.refresh(subscription));
      }

      @Override
      public void close() {
        unlessClosed(t -> t.remove(subscription));
      }
    };
  }

  /** The number of a closed file descriptor may belong to another file by now. */
  private void unlessClosed(Consumer<WatchTable> change) {
    synchronized (lock) {
      if (!closed) {
        change.accept(table);
      }
    }
  }

  /** Ends the thread, which gives the instance back. */
  @Override
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      table.endKeeper();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (inotify) {
      while (!closed) {
        List<Inotify.Event> events = inotify.read();
        calls(events).forEach(Runnable::run);
      }
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("inotify failed; falling back to periodic listing");
    }
  }

  private List<Runnable> calls(List<Inotify.Event> events) {
    List<Runnable> calls = new ArrayList<>();
    synchronized (lock) {
      for (Inotify.Event event : events) {
        table.dispatch(event, calls);
      }
    }
    return calls;
  }
}
