package dev.jubelet.server.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns physical lines into what the client asked for: leaves out old lines, joins partial ones,
 * puts the time before each whole line, stops at the limit.
 *
 * <p>Thread: one. Owns: how far into a line the output stands.
 */
final class LogWriter {
  private static final ByteBuffer NEWLINE = ByteBuffer.wrap(new byte[] {'\n'});

  private final OutputStream out;
  private final @Nullable Instant since;
  private final boolean timestamps;
  private long room;
  private boolean atLineStart = true;
  private boolean skipping;
  private boolean partial;

  LogWriter(OutputStream out, LogQuery query) {
    this.out = out;
    this.since = query.since();
    this.timestamps = query.timestamps();
    this.room = query.limitBytes() == null ? Long.MAX_VALUE : query.limitBytes();
  }

  /** Whether the limit is reached, so that nothing more is written. */
  boolean full() {
    return room == 0;
  }

  void write(LineReader.Piece piece) throws IOException {
    ByteBuffer content = piece.starts() ? begin(piece.bytes()) : piece.bytes();
    if (skipping) {
      return;
    }
    write(content);
    if (piece.ends() && !partial) {
      write(NEWLINE);
    }
    atLineStart = piece.ends() && !partial;
  }

  void flush() throws IOException {
    out.flush();
  }

  /** Reads the head of a physical line and decides its fate; returns its content. */
  private ByteBuffer begin(ByteBuffer bytes) throws IOException {
    CriLine line = CriLine.parse(bytes);
    // A line that the runtime did not finish, or of another format, tells the client nothing.
    skipping = line == null;
    if (line == null) {
      return bytes;
    }
    partial = line.partial();
    if (since != null || timestamps) {
      Optional<OffsetDateTime> time = line.writtenAt();
      skipping = time.isEmpty() || (since != null && time.get().toInstant().isBefore(since));
      if (!skipping && timestamps && atLineStart) {
        String prefix = CriLine.format(time.get()) + " ";
        write(ByteBuffer.wrap(prefix.getBytes(StandardCharsets.US_ASCII)));
      }
    }
    return line.content();
  }

  private void write(ByteBuffer bytes) throws IOException {
    int length = (int) Math.min(room, bytes.remaining());
    out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
    room -= length;
  }
}
