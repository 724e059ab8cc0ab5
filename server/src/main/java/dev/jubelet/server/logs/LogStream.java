package dev.jubelet.server.logs;

import dev.jubelet.base.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Copies one log to one client, over all its files. A follower goes on with the next file after a
 * rotation, and ends when the container has ended, the client has gone or the server stops.
 *
 * <p>Thread: the connection's. Owns: the open files.
 */
final class LogStream {
  private static final int MOST_PIECES = 10_000;

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
        finish(queue.segment().lines());
      }
    }
  }

  /** Copies what is there and what comes, as long as the container runs. */
  void follow(LogQuery query, LogChanges changes, BooleanSupplier running)
      throws IOException, InterruptedException {
    Path directory = location.file().toAbsolutePath().resolveSibling("");
    try (FollowPace pace = new FollowPace(changes, directory, signal, timers);
        SegmentQueue queue = SegmentQueue.open(new LogSeries(location), query)) {
      while (queue.next() && !writer.full()) {
        boolean goesOn = followSegment(queue, pace, running);
        if (!goesOn && signal.stopped()) {
          return;
        }
        queue.lookForMore();
      }
    }
  }

  /** Follows one file until it is surely done with; false when nothing is awaited any more. */
  private boolean followSegment(SegmentQueue queue, FollowPace pace, BooleanSupplier running)
      throws IOException, InterruptedException {
    LogLineReader reader = queue.segment().lines();
    boolean left = queue.isWrittenBehind();
    boolean settled = left && queue.segment().isBefore(timers.now());
    while (true) {
      // Both are asked before reading: what was written until then is read below.
      boolean goesOn = running.getAsBoolean() && !signal.stopped();
      FollowPace.Look look = look(reader);
      if (left && !settled && goesOn && queue.isLastRotated()) {
        // What the runtime had in hand when it changed files may still go to this one.
        pace.settle();
        settled = true;
        continue;
      }
      if (left || !goesOn || writer.full()) {
        finish(reader);
        return goesOn;
      }
      boolean emptied = false;
      if (look == FollowPace.Look.NOTHING) {
        // Looking at names is dear; while lines come, the writer is not through with this file.
        left = queue.isWrittenBehind();
        emptied = queue.segment().rewindIfEmptied();
      }
      if (!left && !emptied) {
        pace.await(look);
      }
    }
  }

  /** Copies the lines that are there, but not for ever; they leave when there is no other. */
  private FollowPace.Look look(LogLineReader reader) throws IOException {
    for (int pieces = 0; pieces < MOST_PIECES; pieces++) {
      if (writer.full() || !reader.next()) {
        writer.flush();
        return pieces == 0 ? FollowPace.Look.NOTHING : FollowPace.Look.ALL_THERE_WAS;
      }
      writer.write(reader);
    }
    return FollowPace.Look.PART;
  }

  /** Copies all lines that are there, and the last one also when it has no end. */
  private void finish(LogLineReader reader) throws IOException {
    while (!writer.full() && reader.next()) {
      writer.write(reader);
    }
    if (!writer.full() && reader.rest()) {
      writer.write(reader);
    }
    writer.flush();
  }
}
