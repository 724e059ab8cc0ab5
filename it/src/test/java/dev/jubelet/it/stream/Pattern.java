package dev.jubelet.it.stream;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.SplittableRandom;

/** As many bytes as wanted that cannot be guessed, and a check that they come back in order. */
final class Pattern {
  private static final long SEED = 42;

  private Pattern() {}

  static InputStream source(long length) {
    return new InputStream() {
      private final SplittableRandom random = new SplittableRandom(SEED);
      private long left = length;

      @Override
      public int read() {
        return left-- > 0 ? random.nextInt() & 0xff : -1;
      }

      @Override
      public int read(byte[] bytes, int offset, int count) {
        if (left <= 0) {
          return -1;
        }
        int part = (int) Math.min(count, left);
        for (int i = 0; i < part; i++) {
          bytes[offset + i] = (byte) random.nextInt();
        }
        left -= part;
        return part;
      }
    };
  }

  /** Counts what is as expected and fails at the first byte that is not. */
  static final class Check extends OutputStream {
    private final SplittableRandom random = new SplittableRandom(SEED);
    private long seen;

    @Override
    public synchronized void write(int b) {
      if ((byte) b != (byte) random.nextInt()) {
        throw new AssertionError("byte " + seen + " is not what was sent");
      }
      seen++;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) {
      for (int i = offset; i < offset + count; i++) {
        write(bytes[i]);
      }
    }

    synchronized long seen() {
      return seen;
    }
  }
}
