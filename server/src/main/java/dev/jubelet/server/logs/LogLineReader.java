package dev.jubelet.server.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * Cuts a growing file into lines with bounded memory: a line longer than the bound comes in several
 * pieces. It stands at one piece at a time and makes no object for it, since a log is read as fast
 * as the disk gives it.
 *
 * <p>Thread: one. Owns: the bytes read but not yet handed out.
 */
final class LogLineReader {
  private static final int BLOCK = 64 * 1024;

  private final ReadableByteChannel channel;
  private final int bound;
  private byte[] buffer;
  // What was read and not yet handed out.
  private int begin;
  private int scanned;
  private int end;
  // The piece it stands at.
  private int from;
  private int to;
  private boolean starts;
  private boolean ends = true;

  LogLineReader(ReadableByteChannel channel, int bound) {
    this.channel = channel;
    this.bound = bound;
    this.buffer = new byte[Math.min(BLOCK, bound)];
  }

  /** Goes to the next piece; false when the file has no full one now. */
  boolean next() throws IOException {
    while (true) {
      int newline = newline();
      if (newline >= 0) {
        take(newline, newline + 1, true);
        return true;
      }
      if (end - begin >= bound) {
        take(end, end, false);
        return true;
      }
      if (!fill()) {
        return false;
      }
    }
  }

  /** Goes to what stands behind the last newline, as if the line ended there; false if nothing. */
  boolean rest() {
    if (end == begin) {
      return false;
    }
    take(end, end, true);
    return true;
  }

  /** What holds the piece, until the next one is gone to. */
  byte[] bytes() {
    return buffer;
  }

  int from() {
    return from;
  }

  /** Where the piece ends, before its newline. */
  int to() {
    return to;
  }

  /** Whether the line begins with this piece. */
  boolean starts() {
    return starts;
  }

  /** Whether the line ends with this piece. */
  boolean ends() {
    return ends;
  }

  /** Whether a newline stands behind the piece. */
  boolean hasNewline() {
    return begin > to;
  }

  private int newline() {
    byte[] bytes = buffer;
    int last = end;
    for (int i = scanned; i < last; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    scanned = last;
    return -1;
  }

  private void take(int until, int next, boolean complete) {
    starts = ends;
    ends = complete;
    from = begin;
    to = until;
    begin = next;
    scanned = next;
  }

  private boolean fill() throws IOException {
    if (begin > 0) {
      System.arraycopy(buffer, begin, buffer, 0, end - begin);
      end -= begin;
      scanned -= begin;
      begin = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.min(bound, buffer.length * 2));
    }
    int read = channel.read(ByteBuffer.wrap(buffer, end, buffer.length - end));
    end += Math.max(0, read);
    return read > 0;
  }
}
