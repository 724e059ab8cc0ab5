package dev.jubelet.server.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Turns physical lines into what the client asked for: leaves out old lines and those of other
 * streams, joins partial ones, puts the time before each whole line, stops at the limit.
 *
 * <p>Thread: one. Owns: how far into a line the output stands.
 */
final class LogWriter {
  private static final byte[] NEWLINE = {'\n'};
  private static final byte[] BLANK = {' '};

  private final OutputStream out;
  private final @Nullable Instant since;
  private final boolean timestamps;
  private final LogQuery.Streams streams;
  private final CriHead head = new CriHead();
  private final CriTime time = new CriTime();
  private long room;
  private boolean atLineStart = true;
  private boolean skipping;

  /** What it writes to gathers the lines: they leave when it is full or flushed. */
  LogWriter(OutputStream out, LogQuery query) {
    this.out = out;
    this.since = query.since();
    this.timestamps = query.timestamps();
    this.streams = query.streams();
    this.room = query.limitBytes() == null ? Long.MAX_VALUE : query.limitBytes();
  }

  /** Whether the limit is reached, so that nothing more is written. */
  boolean full() {
    return room == 0;
  }

  /** Writes the piece at which the reader stands. */
  void write(LogLineReader line) throws IOException {
    if (line.starts()) {
      begin(line);
    }
    if (skipping) {
      return;
    }
    int from = line.starts() ? head.content() : line.from();
    boolean whole = line.ends() && !head.partial();
    // Mostly the newline of the file serves as that of the answer.
    boolean together = whole && line.hasNewline();
    write(line.bytes(), from, (together ? line.to() + 1 : line.to()) - from);
    if (whole && !together) {
      write(NEWLINE, 0, 1);
    }
    atLineStart = whole;
  }

  void flush() throws IOException {
    out.flush();
  }

  /** Reads the head of a physical line and decides its fate. */
  private void begin(LogLineReader line) throws IOException {
    // A line that the runtime did not finish, or of another format, tells the client nothing.
    skipping = !head.read(line.bytes(), line.from(), line.to()) || !isWanted();
    if (skipping || (since == null && !timestamps)) {
      return;
    }
    skipping =
        !time.read(line.bytes(), line.from(), head.timeEnd())
            || (since != null && time.isBefore(since));
    if (!skipping && timestamps && atLineStart) {
      write(time.text(), 0, time.length());
      write(BLANK, 0, 1);
    }
  }

  private boolean isWanted() {
    return switch (streams) {
      case ALL -> true;
      case STDOUT -> !head.errors();
      case STDERR -> head.errors();
    };
  }

  private void write(byte[] bytes, int from, int count) throws IOException {
    int length = (int) Math.min(room, count);
    out.write(bytes, from, length);
    room -= length;
  }
}
