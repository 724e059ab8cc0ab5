package dev.jubelet.server.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Finds where the last lines of a file begin, reading from its end. */
final class Tail {
  private static final int BLOCK = 8 * 1024;

  private Tail() {}

  /**
   * Moves the channel to where so many newlines are left; to the beginning when it has fewer.
   * Returns how many are left then.
   */
  static long seek(SeekableByteChannel channel, long lines) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    long newlines = 0;
    for (long end = channel.size(); end > 0; ) {
      long start = Math.max(0, end - BLOCK);
      read(channel.position(start), block.clear().limit((int) (end - start)));
      for (int i = block.position() - 1; i >= 0; i--) {
        if (block.get(i) == '\n' && ++newlines > lines) {
          channel.position(start + i + 1);
          return lines;
        }
      }
      end = start;
    }
    channel.position(lines == 0 ? channel.size() : 0);
    return newlines;
  }

  private static void read(SeekableByteChannel channel, ByteBuffer into) throws IOException {
    int read = 0;
    while (into.hasRemaining() && read >= 0) {
      read = channel.read(into);
    }
  }
}
