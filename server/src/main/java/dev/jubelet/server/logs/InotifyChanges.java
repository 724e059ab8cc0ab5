package dev.jubelet.server.logs;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes as the kernel reports them, over one inotify instance for all followers, which exists
 * only while somebody follows a log.
 *
 * <p>Thread: any; callbacks on {@code log-changes}. Owns: the inotify instance and that thread.
 */
public final class InotifyChanges implements LogChanges {
  @GuardedBy("this")
  private final Map<WatchKey, List<Runnable>> watches = new HashMap<>();

  @GuardedBy("this")
  private @Nullable WatchService service;

  @Override
  public synchronized Watch watch(Path directory, Runnable changed) throws IOException {
    WatchService open = service == null ? open() : service;
    WatchKey key =
        directory.register(
            open,
            StandardWatchEventKinds.ENTRY_CREATE,
            StandardWatchEventKinds.ENTRY_MODIFY,
            StandardWatchEventKinds.ENTRY_DELETE);
    watches.computeIfAbsent(key, k -> new ArrayList<>()).add(changed);
    return () -> remove(key, changed);
  }

  @GuardedBy("this")
  private WatchService open() throws IOException {
    WatchService fresh = FileSystems.getDefault().newWatchService();
    service = fresh;
    Thread.ofVirtual().name("log-changes").start(() -> dispatch(fresh));
    return fresh;
  }

  private synchronized void remove(WatchKey key, Runnable changed) {
    List<Runnable> callbacks = watches.get(key);
    if (callbacks == null || !callbacks.remove(changed) || !callbacks.isEmpty()) {
      return;
    }
    watches.remove(key);
    key.cancel();
    if (watches.isEmpty() && service != null) {
      closeQuietly(service);
      service = null;
    }
  }

  private static void closeQuietly(WatchService service) {
    try {
      service.close();
    } catch (IOException e) {
      throw new IllegalStateException("the inotify instance cannot be closed", e);
    }
  }

  private void dispatch(WatchService from) {
    try {
      while (true) {
        WatchKey key = from.take();
        key.pollEvents();
        key.reset();
        callbacks(key).forEach(Runnable::run);
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // The last follower left.
      return;
    }
  }

  private synchronized List<Runnable> callbacks(WatchKey key) {
    return List.copyOf(watches.getOrDefault(key, List.of()));
  }
}
