package dev.jubelet.server.logs;

import dev.jubelet.base.Timers;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies one log to one client. A follower goes on with the next file after a rotation, and ends
 * when the container has ended, the client has gone or the server stops.
 *
 * <p>Thread: the connection's. Owns: the open file.
 */
final class LogStream {
  private static final Logger log = LoggerFactory.getLogger(LogStream.class);
  private static final int LONGEST_PIECE = 1024 * 1024;
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
  void copy(@Nullable Long tailLines) throws IOException {
    try (SeekableByteChannel channel = open(tailLines).channel()) {
      LineReader reader = new LineReader(channel, LONGEST_PIECE);
      drain(reader);
      finish(reader);
    }
  }

  /** Copies what is there and what comes, as long as the container runs. */
  void follow(@Nullable Long tailLines, LogChanges changes, BooleanSupplier running)
      throws IOException, InterruptedException {
    try (LogChanges.Watch _ = watch(changes)) {
      boolean rotated = followFile(open(tailLines), running);
      while (rotated) {
        rotated = followFile(open(null), running);
      }
    }
  }

  /** Follows one file; true when it was rotated away. */
  private boolean followFile(Beneath.Opened opened, BooleanSupplier running)
      throws IOException, InterruptedException {
    try (SeekableByteChannel channel = opened.channel()) {
      LineReader reader = new LineReader(channel, LONGEST_PIECE);
      while (true) {
        // Both are asked before reading: what was written until then is read below.
        boolean goesOn = running.getAsBoolean() && !signal.stopped();
        Object named = Beneath.inode(location.podDirectory(), location.file());
        drain(reader);
        boolean rotated = named != null && !named.equals(opened.inode());
        if (rotated || !goesOn || writer.full()) {
          finish(reader);
          return rotated && !writer.full();
        }
        signal.await(timers, LOOK_AGAIN);
      }
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

  private Beneath.Opened open(@Nullable Long tailLines) throws IOException {
    Beneath.Opened opened = Beneath.open(location.podDirectory(), location.file());
    if (tailLines != null) {
      Tail.seek(opened.channel(), tailLines);
    }
    return opened;
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
