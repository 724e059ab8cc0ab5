package dev.jubelet.pod.source;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.source.ManifestDirectory.Listing;
import dev.jubelet.pod.source.ManifestFile.Look;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Static pods, and objects for them, from a file or from the files of a directory, which may come
 * and go: at once when the watcher tells, at the latest with the next listing.
 *
 * <p>Thread: a lane of its own. Owns: what each file last held.
 */
public final class FileSource implements AutoCloseable {
  /** So many written files are read in a step; their pods need not wait for those of the others. */
  private static final int AT_A_TIME = 8;

  private final Path path;
  private final Duration frequency;
  private final Timers timers;
  private final PathWatcher watcher;
  private final Consumer<SourceSnapshot> snapshots;
  private final ManifestDirectory directory;
  private final ManifestFiles files;
  private final ProblemReporter reporter;
  private final Lane lane;

  private final Object lock = new Object();

  /** Names of files that writers have closed and that are still to be read. */
  @GuardedBy("lock")
  private final Set<String> written = new LinkedHashSet<>();

  /** Names of files that were deleted, or moved away, since the last step. */
  @GuardedBy("lock")
  private final Set<String> deleted = new HashSet<>();

  @GuardedBy("lock")
  private final Set<String> movedAway = new HashSet<>();

  @GuardedBy("lock")
  private boolean closed;

  private PathWatcher.@Nullable Watch watch;
  private @Nullable SourceSnapshot emitted;
  private long nextListing;

  /** Nothing happens before {@link #start}. */
  public FileSource(
      Path path,
      SourceSettings settings,
      Duration frequency,
      Timers timers,
      PathWatcher watcher,
      Consumer<SourceSnapshot> snapshots,
      Consumer<NodeEvent> events) {
    this.path = path.toAbsolutePath().normalize();
    this.frequency = frequency;
    this.timers = timers;
    this.watcher = watcher;
    this.snapshots = snapshots;
    this.directory = new ManifestDirectory(this.path);
    this.files =
        new ManifestFiles(
            new ManifestInterpreter(settings, SourceKind.FILE),
            new ByteBudget(settings.manifestBytes()));
    this.reporter = new ProblemReporter(timers, events);
    this.lane = new Lane("file-source", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  /** What of it is wrong now. */
  public List<StandingProblem> problems() {
    return reporter.standing();
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
    }
    lane.wake();
  }

  /** Looks at what may have changed and passes a snapshot on when there is something else. */
  Lane.Next step() {
    Written names = takeWritten();
    if (isClosed()) {
      stopWatching();
      return Lane.Next.DONE;
    }
    forget(takeRemoved());
    long now = timers.nanoTime();
    boolean audit = emitted == null || now - nextListing >= 0;
    if (audit) {
      follow();
      nextListing = now + frequency.toNanos();
    }
    List<SourceProblem> problems = new ArrayList<>();
    boolean unsettled = list(names, audit, now, problems);
    reporter.update(problems);
    if (!names.later().isEmpty()) {
      return Lane.Next.AGAIN;
    }
    long wait = nextListing - now;
    return new Lane.Next.After(
        Duration.ofNanos(unsettled ? Math.min(wait, ManifestFiles.GRACE.toNanos()) : wait));
  }

  /**
   * A pod whose file was removed is told to be gone even when the file is there again, for people
   * start a pod anew in this way.
   */
  private void forget(Removed removed) {
    SourceSnapshot before = emitted;
    boolean forgot = files.forgetRemoved(removed.deleted(), removed.movedAway());
    if (forgot && before != null) {
      emit(new SourceSnapshot(SourceKind.FILE, files.uniquePods().pods(), before.objects()));
    }
  }

  /** Returns whether something must be looked at again soon. */
  private boolean list(Written names, boolean audit, long now, List<SourceProblem> problems) {
    List<Path> found =
        switch (directory.list()) {
          case Listing.Found(List<Path> all) -> all;
          case Listing.Missing() -> {
            problems.add(
                new SourceProblem(path.toString(), "does not exist: no static pods", false));
            yield List.of();
          }
          case Listing.Failed(String why) -> {
            problems.add(new SourceProblem(path.toString(), why, true));
            yield null;
          }
        };
    if (found == null) {
      problems.addAll(files.problems());
      return false;
    }
    boolean unsettled = files.update(found, file -> look(file, names, audit), now);
    UniquePods pods = files.uniquePods();
    UniqueObjects objects = files.uniqueObjects();
    problems.addAll(files.problems());
    problems.addAll(pods.problems());
    problems.addAll(objects.problems());
    emit(new SourceSnapshot(SourceKind.FILE, pods.pods(), objects.objects()));
    return unsettled;
  }

  private Look look(Path file, Written names, boolean audit) {
    if (emitted == null) {
      return Look.FIRST;
    }
    String name = file.getFileName().toString();
    if (names.now().contains(name)) {
      return Look.WRITTEN;
    }
    if (names.later().contains(name)) {
      return Look.LATER;
    }
    return audit ? Look.AUDIT : Look.IF_CHANGED;
  }

  /** Files that did not change keep their very content, so identity is enough to compare. */
  private void emit(SourceSnapshot now) {
    SourceSnapshot before = emitted;
    boolean same =
        before != null
            && isSame(before.pods(), now.pods())
            && isSame(before.objects(), now.objects());
    if (!same) {
      emitted = now;
      snapshots.accept(now);
    }
  }

  @SuppressWarnings("ReferenceEquality") // as said above
  private static boolean isSame(List<?> before, List<?> after) {
    if (before.size() != after.size()) {
      return false;
    }
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i) != after.get(i)) {
        return false;
      }
    }
    return true;
  }

  private void follow() {
    if (watch == null) {
      watch = watcher.watch(path, new Wakes());
    } else {
      watch.refresh();
    }
  }

  private void stopWatching() {
    if (watch != null) {
      watch.close();
    }
  }

  /** Files that are to be read in this step, and in the next ones. */
  private record Written(Set<String> now, Set<String> later) {}

  private Written takeWritten() {
    synchronized (lock) {
      Set<String> now = written.stream().limit(AT_A_TIME).collect(Collectors.toSet());
      written.removeAll(now);
      return new Written(now, Set.copyOf(written));
    }
  }

  /** Names of files that are gone, or were for a moment. */
  private record Removed(Set<String> deleted, Set<String> movedAway) {}

  private Removed takeRemoved() {
    synchronized (lock) {
      Removed taken = new Removed(Set.copyOf(deleted), Set.copyOf(movedAway));
      deleted.clear();
      movedAway.clear();
      return taken;
    }
  }

  private boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /** A writer has closed this file; the next step reads it. */
  void written(String name) {
    synchronized (lock) {
      written.add(name);
    }
  }

  /** This file was deleted; the next step tells that its pods are gone. */
  void deleted(String name) {
    synchronized (lock) {
      deleted.add(name);
    }
  }

  /** This file was moved away; the next step sees whether it came back. */
  void movedAway(String name) {
    synchronized (lock) {
      movedAway.add(name);
    }
  }

  /** Runs on the watcher's thread. */
  private final class Wakes implements PathWatcher.Listener {
    @Override
    public void written(String name) {
      FileSource.this.written(name);
      lane.wake();
    }

    @Override
    public void deleted(String name) {
      FileSource.this.deleted(name);
      lane.wake();
    }

    @Override
    public void movedAway(String name) {
      FileSource.this.movedAway(name);
      lane.wake();
    }

    @Override
    public void disturbed() {
      lane.wake();
    }
  }
}
