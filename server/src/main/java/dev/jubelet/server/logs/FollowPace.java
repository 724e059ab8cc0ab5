package dev.jubelet.server.logs;

import dev.jubelet.base.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a follower waits for more. While lines come now and then, the kernel tells of each and it
 * comes at once. While they pour in, the follower only looks every few milliseconds, and after a
 * while is not even told: being told of each line costs more than reading it.
 *
 * <p>Thread: the follower's. Owns: the watch over the directory.
 */
final class FollowPace implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FollowPace.class);
  // The kernel may lose events when its queue is full, and the end of a container is none.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Duration BREATH = Duration.ofMillis(5);
  private static final Duration SETTLING = Duration.ofMillis(50);
  private static final int LOOKS_UNTIL_UNTOLD = 10;

  /** What a look at the file brought. */
  enum Look {
    NOTHING,
    ALL_THERE_WAS,
    PART
  }

  private final LogChanges changes;
  private final Path directory;
  private final FollowSignal signal;
  private final Timers timers;
  private LogChanges.@Nullable Watch watch;
  private @Nullable Long broughtAt;
  private int poured;

  FollowPace(LogChanges changes, Path directory, FollowSignal signal, Timers timers) {
    this.changes = changes;
    this.directory = directory;
    this.signal = signal;
    this.timers = timers;
  }

  /** Waits until there may be more, after a look that brought this. */
  void await(Look look) throws InterruptedException {
    long now = timers.nanoTime();
    boolean pours = look == Look.PART || (look == Look.ALL_THERE_WAS && isSoonAfter(now));
    poured = pours ? poured + 1 : 0;
    broughtAt = look == Look.NOTHING ? broughtAt : Long.valueOf(now);
    if (poured >= LOOKS_UNTIL_UNTOLD) {
      close();
    }
    if (look == Look.PART) {
      return;
    }
    if (pours) {
      signal.pause(timers, BREATH);
    } else if (watch == null) {
      // Of what came until now nobody told: the next look is at once.
      watch = watch();
    } else {
      signal.await(timers, LOOK_AGAIN);
    }
  }

  /** Waits until whoever writes has surely changed over to another file. */
  void settle() throws InterruptedException {
    signal.pause(timers, SETTLING);
  }

  private boolean isSoonAfter(long now) {
    return broughtAt != null && now - broughtAt < 2 * BREATH.toNanos();
  }

  /**
   * Without the kernel's help, say when its watches are used up, a follower only looks at times.
   */
  private LogChanges.Watch watch() {
    try {
      return changes.watch(directory, signal::wake);
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("directory", directory)
          .log("Failed to watch the log; polling");
      return () -> {};
    }
  }

  /** Has itself told no more. */
  @Override
  public void close() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
  }
}
