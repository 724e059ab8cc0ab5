package dev.jubelet.server.logs;

import dev.jubelet.base.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies one log to one client, over all its files. A follower goes on with the next file after a
 * rotation, and ends when the container has ended, the client has gone or the server stops.
 *
 * <p>Thread: the connection's. Owns: the open files.
 */
final class LogStream {
  private static final Logger log = LoggerFactory.getLogger(LogStream.class);
  // The kernel may lose events when its queue is full, and the end of a container is none.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final LogFiles.Location location;
  private final LogWriter writer;
  private final FollowSignal signal;
  private final Timers timers;

  LogStream(LogFiles.Location location, LogWriter writer, FollowSignal signal, Timers timers) {
    this.location = location;
    this.writer = writer;
    this.signal = signal;
    this.timers = timers;
  }

  /** Copies what is there. */
  void copy(LogQuery query) throws IOException {
    try (SegmentQueue queue = SegmentQueue.open(new LogSeries(location), query)) {
      while (queue.next()) {
        LineReader reader = queue.segment().lines();
        drain(reader);
        finish(reader);
      }
    }
  }

  /** Copies what is there and what comes, as long as the container runs. */
  void follow(LogQuery query, LogChanges changes, BooleanSupplier running)
      throws IOException, InterruptedException {
    try (LogChanges.Watch _ = watch(changes);
        SegmentQueue queue = SegmentQueue.open(new LogSeries(location), query)) {
      while (queue.next() && !writer.full()) {
        boolean goesOn = followSegment(queue, running);
        if (!goesOn && signal.stopped()) {
          return;
        }
        queue.lookForMore();
      }
    }
  }

  /** Follows one file until it is surely done with; false when nothing is awaited any more. */
  private boolean followSegment(SegmentQueue queue, BooleanSupplier running)
      throws IOException, InterruptedException {
    LineReader reader = queue.segment().lines();
    while (true) {
      // All are asked before reading: what was written until then is read below.
      boolean goesOn = running.getAsBoolean() && !signal.stopped();
      boolean left = queue.isWrittenBehind();
      queue.segment().rewindIfEmptied();
      drain(reader);
      if (left || !goesOn || writer.full()) {
        finish(reader);
        return goesOn;
      }
      signal.await(timers, LOOK_AGAIN);
    }
  }

  /**
   * Without the kernel's help, say when its watches are used up, a follower only looks at times.
   */
  private LogChanges.Watch watch(LogChanges changes) {
    Path directory = location.file().toAbsolutePath().resolveSibling("");
    try {
      return changes.watch(directory, signal::wake);
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("directory", directory).log("A log cannot be watched");
      return () -> {};
    }
  }

  private void drain(LineReader reader) throws IOException {
    for (LineReader.Piece piece = reader.next(); piece != null; piece = reader.next()) {
      writer.write(piece);
      if (writer.full()) {
        break;
      }
    }
    writer.flush();
  }

  private void finish(LineReader reader) throws IOException {
    LineReader.Piece rest = reader.rest();
    if (rest != null && !writer.full()) {
      writer.write(rest);
      writer.flush();
    }
  }
}
