package dev.jubelet.image.archive;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.model.NodeEvent;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Imports the archives of a directory, each once: again only when its size or time changes. A file
 * that is still written is left alone until it rests. What cannot be imported is told once, stands
 * as a problem, and is tried again from time to time.
 *
 * <p>Thread: the lane {@code image-archives}. Owns: which archives were imported, and which failed.
 */
public final class ArchiveDirectory implements AutoCloseable {
  private static final Duration AUDIT = Duration.ofMinutes(1);
  private static final Duration REST = Duration.ofSeconds(2);
  private static final Duration RETRY = Duration.ofMinutes(5);

  /** A failed import. */
  private record Failure(ArchiveStamp stamp, ArchiveProblem problem, long atNanos, boolean bad) {}

  private final Path directory;
  private final ArchiveLoader loader;
  private final ImportedArchives state;
  private final PathWatcher watcher;
  private final Consumer<NodeEvent> events;
  private final Timers timers;
  private final Lane lane;
  private final Map<String, Failure> failures = new TreeMap<>();
  private @Nullable Map<String, ArchiveStamp> imported;
  private PathWatcher.@Nullable Watch watch;
  private @Nullable ArchiveProblem unreadable;
  private volatile List<ArchiveProblem> problems = List.of();
  private volatile boolean closed;

  /**
   * @param stateFile where it is remembered what was imported
   */
  public ArchiveDirectory(
      Path directory,
      ArchiveLoader loader,
      Path stateFile,
      PathWatcher watcher,
      Consumer<NodeEvent> events,
      Timers timers) {
    this.directory = directory.toAbsolutePath().normalize();
    this.loader = loader;
    this.state = new ImportedArchives(stateFile);
    this.watcher = watcher;
    this.events = events;
    this.timers = timers;
    this.lane = new Lane("image-archives", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  /** What could not be imported, as of now. */
  public List<ArchiveProblem> problems() {
    return problems;
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  /** Looks at all archives once and imports what is new. */
  Lane.Next step() {
    if (closed) {
      if (watch != null) {
        watch.close();
      }
      return Lane.Next.DONE;
    }
    follow();
    Map<String, ArchiveStamp> known = imported();
    Map<String, Path> found = list();
    failures.keySet().retainAll(found.keySet());
    boolean changed = unreadable == null && known.keySet().retainAll(found.keySet());
    boolean unsettled = false;
    for (Map.Entry<String, Path> archive : found.entrySet()) {
      ArchiveStamp stamp = ArchiveStamp.of(archive.getValue()).orElse(null);
      if (closed || stamp == null || isSettled(archive.getKey(), stamp, known)) {
        continue;
      }
      if (isWritten(stamp)) {
        unsettled = true;
      } else if (isImported(archive.getKey(), archive.getValue(), stamp)) {
        known.put(archive.getKey(), stamp);
        changed = true;
      }
    }
    if (changed) {
      state.write(known);
    }
    publish();
    return new Lane.Next.After(unsettled ? REST : AUDIT);
  }

  private Map<String, ArchiveStamp> imported() {
    Map<String, ArchiveStamp> known = imported;
    if (known == null) {
      known = state.read();
      imported = known;
    }
    return known;
  }

  /** Whether there is nothing to do with it now. */
  private boolean isSettled(String name, ArchiveStamp stamp, Map<String, ArchiveStamp> known) {
    if (stamp.equals(known.get(name))) {
      return true;
    }
    Failure failure = failures.get(name);
    return failure != null
        && failure.stamp().equals(stamp)
        && (failure.bad() || timers.nanoTime() - failure.atNanos() < RETRY.toNanos());
  }

  private boolean isWritten(ArchiveStamp stamp) {
    Duration age = Duration.between(stamp.modified(), timers.now());
    return !age.isNegative() && age.compareTo(REST) < 0;
  }

  private boolean isImported(String name, Path archive, ArchiveStamp stamp) {
    try {
      List<String> images = loader.load(archive);
      failures.remove(name);
      tell(
          NodeEvent.Type.NORMAL,
          "ImageArchiveImported",
          "Imported image archive \"%s\": %s".formatted(archive, String.join(", ", images)));
      return true;
    } catch (ArchiveException e) {
      failed(name, archive, stamp, e);
      return false;
    }
  }

  private void failed(String name, Path archive, ArchiveStamp stamp, ArchiveException e) {
    if (closed || e.kind() == ArchiveException.Kind.NOT_FOUND) {
      return;
    }
    Optional<ArchiveProblem> before =
        Optional.ofNullable(failures.get(name))
            .map(Failure::problem)
            .filter(problem -> problem.message().equals(e.text()));
    ArchiveProblem problem =
        before.orElseGet(() -> new ArchiveProblem(archive, e.text(), timers.now()));
    failures.put(
        name,
        new Failure(stamp, problem, timers.nanoTime(), e.kind() == ArchiveException.Kind.BAD));
    if (before.isEmpty()) {
      tell(
          NodeEvent.Type.WARNING,
          "FailedImageArchiveImport",
          "Failed to import image archive \"%s\": %s".formatted(archive, e.text()));
    }
  }

  private Map<String, Path> list() {
    Map<String, Path> found = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (isArchive(name)) {
          found.put(name, entry);
        }
      }
      unreadable = null;
    } catch (IOException | DirectoryIteratorException e) {
      Instant since = unreadable == null ? timers.now() : unreadable.since();
      unreadable =
          new ArchiveProblem(directory, "cannot list the directory of image archives: " + e, since);
    }
    return found;
  }

  private static boolean isArchive(String name) {
    return !name.startsWith(".")
        && (name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz"));
  }

  private void publish() {
    List<ArchiveProblem> now = new ArrayList<>();
    if (unreadable != null) {
      now.add(unreadable);
    }
    failures.values().forEach(failure -> now.add(failure.problem()));
    problems = List.copyOf(now);
  }

  private void follow() {
    if (watch == null) {
      watch = watcher.watch(directory, new Wakes());
    } else {
      watch.refresh();
    }
  }

  private void tell(NodeEvent.Type type, String reason, String message) {
    events.accept(new NodeEvent(timers.now(), type, reason, message, null, null, ""));
  }

  /** Runs on the watcher's thread. */
  private final class Wakes implements PathWatcher.Listener {
    @Override
    public void written(String name) {
      lane.wake();
    }

    @Override
    public void disturbed() {
      lane.wake();
    }
  }
}
