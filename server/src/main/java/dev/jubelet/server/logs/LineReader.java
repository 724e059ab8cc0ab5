package dev.jubelet.server.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a growing file into lines with bounded memory: a line longer than the bound comes in several
 * pieces.
 *
 * <p>Thread: one. Owns: the bytes read but not yet handed out.
 */
final class LineReader {
  private static final int SMALL = 16 * 1024;

  /**
   * A line, or a piece of one; the newline is not included.
   *
   * @param bytes valid until the next read
   */
  record Piece(ByteBuffer bytes, boolean starts, boolean ends) {}

  private final ReadableByteChannel channel;
  private final int bound;
  private byte[] buffer;
  private int start;
  private int scanned;
  private int end;
  private boolean insideLine;

  LineReader(ReadableByteChannel channel, int bound) {
    this.channel = channel;
    this.bound = bound;
    this.buffer = new byte[Math.min(SMALL, bound)];
  }

  /** The next piece; null when the file has no full one now. */
  @Nullable Piece next() throws IOException {
    while (true) {
      for (; scanned < end; scanned++) {
        if (buffer[scanned] == '\n') {
          return take(scanned, 1, true);
        }
      }
      if (end - start >= bound) {
        return take(end, 0, false);
      }
      if (!fill()) {
        return null;
      }
    }
  }

  /** What stands behind the last newline, as if the line ended there; null when nothing does. */
  @Nullable Piece rest() {
    return end == start ? null : take(end, 0, true);
  }

  private Piece take(int until, int skipped, boolean ends) {
    Piece piece =
        new Piece(ByteBuffer.wrap(buffer, start, until - start).slice(), !insideLine, ends);
    insideLine = !ends;
    start = until + skipped;
    scanned = start;
    return piece;
  }

  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      scanned -= start;
      start = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.min(bound, buffer.length * 2));
    }
    int read = channel.read(ByteBuffer.wrap(buffer, end, buffer.length - end));
    end += Math.max(0, read);
    return read > 0;
  }
}
