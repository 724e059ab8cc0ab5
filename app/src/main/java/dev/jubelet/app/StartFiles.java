package dev.jubelet.app;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.usage.Filesystem;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files and directories that are made at the start. On a disk without room they are left for later
 * and tried again until there is some: a node whose agent does not start cannot free its disk.
 *
 * <p>Thread: the one that starts the agent, and a lane of its own. Owns: what is left to be made.
 */
final class StartFiles implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StartFiles.class);
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private record Left(String what, Path place, Runnable make) {}

  private final Lane lane;
  private final List<Left> left = new ArrayList<>();
  private volatile boolean closed;

  StartFiles(Timers timers) {
    lane = new Lane("start-files", this::step, timers);
  }

  /**
   * Makes it now, or later when its disk is full.
   *
   * @param make may be called again after it has failed
   * @throws UncheckedIOException for every other reason
   */
  void make(String what, Path place, Runnable make) {
    try {
      make.run();
    } catch (UncheckedIOException e) {
      if (Filesystem.hasRoom(place)) {
        throw e;
      }
      log.atWarn()
          .addKeyValue("what", what)
          .addKeyValue("path", place)
          .addKeyValue("error", StartFailure.line(e))
          .log("No space left on device; starting without it and retrying");
      later(new Left(what, place, make));
    }
  }

  private void later(Left next) {
    synchronized (left) {
      left.add(next);
    }
    lane.wake();
  }

  private Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    for (Left next : remaining()) {
      if (isMade(next)) {
        synchronized (left) {
          left.remove(next);
        }
      }
    }
    return remaining().isEmpty() ? Lane.Next.IDLE : new Lane.Next.After(AGAIN);
  }

  private List<Left> remaining() {
    synchronized (left) {
      return List.copyOf(left);
    }
  }

  private static boolean isMade(Left next) {
    try {
      next.make().run();
      log.atInfo().addKeyValue("what", next.what()).log("Created after space was freed");
      return true;
    } catch (UncheckedIOException e) {
      log.atDebug()
          .addKeyValue("what", next.what())
          .addKeyValue("error", StartFailure.line(e))
          .log("No space left on device; retrying");
      return false;
    }
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
