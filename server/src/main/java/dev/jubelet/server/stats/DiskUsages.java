package dev.jubelet.server.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.MountTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What directories use of their disks: the whole filesystem for a mount, else the tree, walked when
 * somebody asks and kept for a while. A disk that takes long is answered with what was known
 * before, or not at all, and is ready for the next who asks.
 *
 * <p>Thread: any. Owns: what is known, at most two threads that walk, one more for trees that are
 * known to take long, and those that ask mounts, which a server that is gone holds up; all end when
 * there is nothing to do.
 */
public final class DiskUsages implements AutoCloseable {
  private static final int WALKERS = 2;
  private static final int ASKERS = 32;
  private static final long IDLE_SECONDS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int FORGET_AFTER = 10;
  private static final Duration KEPT_AT_LEAST = Duration.ofMinutes(10);

  private final Timers timers;
  private final Duration fresh;
  private final Function<Path, Optional<FsStats>> measure;
  private final Supplier<MountTable> mounts;
  private final ThreadPoolExecutor walkers = threads("disk-usage-", WALKERS);
  private final ThreadPoolExecutor largeTreeWalker = threads("disk-usage-large-", 1);
  private final ThreadPoolExecutor askers = threads("disk-usage-mount-", ASKERS);

  @GuardedBy("this")
  private final Map<Path, Known> known = new HashMap<>();

  /** One directory; {@code walking} while somebody measures it. Guarded by the collection. */
  private static final class Known {
    private @Nullable FsStats found;
    private boolean measured;
    private long at;
    private long took;
    private long askedAt;
    private @Nullable CountDownLatch walking;
  }

  public DiskUsages(
      Timers timers, Duration fresh, ProvidedVolumeStats volumes, CollectionMeter meter) {
    this(
        timers,
        fresh,
        new DiskMeasure(volumes, meter, timers),
        () -> MountTable.read(MountTable.FILE));
  }

  DiskUsages(
      Timers timers,
      Duration fresh,
      Function<Path, Optional<FsStats>> measure,
      Supplier<MountTable> mounts) {
    this.timers = timers;
    this.fresh = fresh;
    this.measure = measure;
    this.mounts = mounts;
  }

  private static ThreadPoolExecutor threads(String name, int most) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name(name, 0).factory());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Measures all of these that are not known well enough, and waits a moment for them. */
  void prepare(Collection<Path> paths) {
    Places places = new Places();
    await(paths.stream().map(path -> begin(path, places::threads, fresh)));
  }

  /**
   * The same for directories of which nobody has to find out whether they hang: what the agent
   * itself has made on this machine. Returns whether all of them are known now; if not, some are
   * still being measured.
   *
   * @param maxAge how long ago they may have been measured
   */
  boolean prepareOwn(Collection<Path> paths, Duration maxAge) {
    return await(paths.stream().map(path -> begin(path, own -> walkers, maxAge)));
  }

  private boolean await(Stream<Optional<CountDownLatch>> begun) {
    List<CountDownLatch> awaited = begun.flatMap(Optional::stream).toList();
    long end = timers.nanoTime() + PATIENCE.toNanos();
    try {
      for (CountDownLatch walking : awaited) {
        if (!walking.await(Math.max(0, end - timers.nanoTime()), TimeUnit.NANOSECONDS)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** How long it took to measure a directory that was prepared; nothing while nobody knows. */
  synchronized Duration took(Path path) {
    Known entry = known.get(path);
    return entry == null ? Duration.ZERO : Duration.ofNanos(entry.took);
  }

  /** What is known of a directory that was prepared. */
  synchronized Optional<FsStats> of(Path path) {
    Known entry = known.get(path);
    return entry == null ? Optional.empty() : Optional.ofNullable(entry.found);
  }

  /** Who looks at what. The mounts of a node are many, and read only when somebody has to look. */
  private final class Places {
    private @Nullable MountTable table;

    Executor threads(Path path) {
      if (table == null) {
        table = mounts.get();
      }
      return table.has(path) ? askers : walkers;
    }
  }

  private synchronized Optional<CountDownLatch> begin(
      Path path, Function<Path, Executor> threads, Duration maxAge) {
    long now = timers.nanoTime();
    forget(now);
    Known entry = known.computeIfAbsent(path, t -> new Known());
    entry.askedAt = now;
    if (entry.walking == null && (!entry.measured || now - entry.at > maxAge.toNanos())) {
      CountDownLatch walking = new CountDownLatch(1);
      entry.walking = walking;
      Executor usual = threads.apply(path);
      boolean large = usual.equals(walkers) && entry.took > PATIENCE.toNanos();
      (large ? largeTreeWalker : usual).execute(() -> walk(path, entry, walking));
    }
    return Optional.ofNullable(entry.walking);
  }

  @GuardedBy("this")
  private void forget(long now) {
    long kept = Math.max(FORGET_AFTER * fresh.toNanos(), KEPT_AT_LEAST.toNanos());
    known.values().removeIf(old -> old.walking == null && now - old.askedAt > kept);
  }

  private void walk(Path path, Known entry, CountDownLatch walking) {
    long begun = timers.nanoTime();
    Optional<FsStats> found = Optional.empty();
    try {
      found = measure.apply(path);
    } finally {
      synchronized (this) {
        entry.found = found.orElse(null);
        entry.measured = true;
        entry.at = timers.nanoTime();
        entry.took = entry.at - begun;
        entry.walking = null;
      }
      walking.countDown();
    }
  }

  /** Gives up the walks that have not begun. */
  @Override
  public void close() {
    walkers.shutdownNow();
    largeTreeWalker.shutdownNow();
    askers.shutdownNow();
  }
}
