package dev.jubelet.edge.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which path needs which kernel watch.
 *
 * <p>Each path has up to two: on the directory itself, and on the nearest ancestor that exists, so
 * that a path which is missing, deleted, made again or a symlink that is replaced is found again.
 * The same directory is one kernel watch however many paths need it.
 *
 * <p>Thread: none of its own; {@link InotifyWatcher} calls it under its lock. Owns: the table.
 */
final class WatchTable {
  private static final Logger log = LoggerFactory.getLogger(WatchTable.class);

  private static final int NO_WATCH = -1;
  private static final int GONE =
      Inotify.DELETE_SELF | Inotify.MOVE_SELF | Inotify.UNMOUNT | Inotify.IGNORED;
  private static final int WHOLE = Inotify.CLOSE_WRITE | Inotify.MOVED_TO;
  private static final int NAMES =
      Inotify.CREATE
          | Inotify.DELETE
          | Inotify.MOVED_FROM
          | Inotify.MOVED_TO
          | Inotify.DELETE_SELF
          | Inotify.MOVE_SELF
          | Inotify.ONLY_DIRECTORY
          | Inotify.ADD_TO_MASK;
  private static final int CONTENTS = NAMES | Inotify.CLOSE_WRITE | Inotify.ATTRIB;

  /** One watched path, with the numbers of its kernel watches. */
  static final class Subscription {
    private final Path path;
    private final PathWatcher.Listener listener;

    /** On the path itself when it is a directory. */
    private int own = NO_WATCH;

    /** On the nearest ancestor that exists. */
    private int ancestor = NO_WATCH;

    /** The entry of the ancestor that leads to the path. */
    private Path awaited;

    Subscription(Path path, PathWatcher.Listener listener) {
      this.path = path;
      this.listener = listener;
      this.awaited = path;
    }
  }

  private final Inotify inotify;

  /** A kernel watch that always exists, so that the reader can be woken by ending it. */
  private final int keeper;

  private final Map<Integer, Set<Subscription>> byWatch = new HashMap<>();
  private final Set<Subscription> subscriptions = new LinkedHashSet<>();

  WatchTable(Inotify inotify) {
    this.inotify = inotify;
    this.keeper = inotify.add(Path.of("/"), Inotify.DELETE_SELF | Inotify.ONLY_DIRECTORY);
  }

  void add(Subscription subscription) {
    subscriptions.add(subscription);
    arm(subscription);
  }

  void refresh(Subscription subscription) {
    if (subscriptions.contains(subscription)) {
      arm(subscription);
    }
  }

  void remove(Subscription subscription) {
    subscriptions.remove(subscription);
    release(subscription, subscription.own);
    release(subscription, subscription.ancestor);
  }

  /** Makes an event that wakes the reader. */
  void endKeeper() {
    inotify.remove(keeper);
  }

  /** Keeps the table right after an event and adds the calls that listeners must get. */
  void dispatch(Inotify.Event event, List<Runnable> calls) {
    if (event.has(Inotify.QUEUE_OVERFLOW)) {
      log.warn("The inotify queue overflowed: looking at everything anew");
      for (Subscription subscription : subscriptions) {
        arm(subscription);
        calls.add(subscription.listener::disturbed);
      }
      return;
    }
    Set<Subscription> concerned = Set.copyOf(byWatch.getOrDefault(event.watch(), Set.of()));
    if (event.has(Inotify.IGNORED)) {
      byWatch.remove(event.watch());
    }
    concerned.forEach(subscription -> handle(subscription, event, calls));
  }

  private void handle(Subscription subscription, Inotify.Event event, List<Runnable> calls) {
    if (event.has(GONE)) {
      arm(subscription);
      calls.add(subscription.listener::disturbed);
    } else if (event.watch() == subscription.own) {
      report(subscription.listener, event, calls);
    } else if (subscription.awaited.endsWith(event.name())) {
      arm(subscription);
      report(subscription.listener, event, calls);
    }
  }

  private static void report(
      PathWatcher.Listener listener, Inotify.Event event, List<Runnable> calls) {
    if (event.has(Inotify.IS_DIRECTORY)) {
      calls.add(listener::disturbed);
    } else if (event.has(WHOLE)) {
      calls.add(() -> listener.written(event.name()));
    } else if (event.has(Inotify.DELETE)) {
      calls.add(() -> listener.deleted(event.name()));
    } else if (event.has(Inotify.MOVED_FROM)) {
      calls.add(() -> listener.movedAway(event.name()));
    } else {
      calls.add(listener::disturbed);
    }
  }

  private void arm(Subscription subscription) {
    int formerOwn = subscription.own;
    int formerAncestor = subscription.ancestor;
    armAncestor(subscription);
    subscription.own = watch(subscription, subscription.path, CONTENTS);
    for (int former : new int[] {formerOwn, formerAncestor}) {
      if (former != subscription.own && former != subscription.ancestor) {
        release(subscription, former);
      }
    }
  }

  /**
   * Looks upwards for a directory to watch. What is missing may be made while we look, hence a
   * second and third round from below.
   */
  private void armAncestor(Subscription subscription) {
    Path path = subscription.path;
    for (int round = 0; round < 3; round++) {
      subscription.ancestor = NO_WATCH;
      Path child = path;
      Path directory = path.getParent();
      while (directory != null && subscription.ancestor == NO_WATCH) {
        subscription.awaited = child;
        subscription.ancestor =
            watch(subscription, directory, child.equals(path) ? CONTENTS : NAMES);
        child = directory;
        directory = directory.getParent();
      }
      if (subscription.awaited.equals(path) || !Files.isDirectory(subscription.awaited)) {
        return;
      }
      release(subscription, subscription.ancestor);
    }
  }

  private int watch(Subscription subscription, Path directory, int mask) {
    try {
      int watch = inotify.add(directory, mask);
      byWatch.computeIfAbsent(watch, w -> new LinkedHashSet<>()).add(subscription);
      return watch;
    } catch (HostException e) {
      if (e.kind() != HostException.Kind.NOT_FOUND) {
        log.atWarn().addKeyValue("path", directory).log("Not watched: {}", e.getMessage());
      }
      return NO_WATCH;
    }
  }

  private void release(Subscription subscription, int watch) {
    Set<Subscription> users = byWatch.get(watch);
    if (users == null) {
      return;
    }
    users.remove(subscription);
    if (users.isEmpty()) {
      byWatch.remove(watch);
      if (watch != keeper) {
        inotify.remove(watch);
      }
    }
  }
}
