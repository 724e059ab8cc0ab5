package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of the kernel that has news from time to time. Whoever waits for them can be told to stop.
 *
 * <p>Thread: {@link #await} and {@link #read} from one platform thread, which they block; that
 * thread also closes. {@link #stop} from any. Owns: two file descriptors.
 */
final class PolledFile implements AutoCloseable {
  private static final int NON_BLOCKING = 0x800;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int FROM_END = 2;
  private static final short READABLE = 0x1;
  private static final int ENTRY_BYTES = 8;
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final int EINTR = 4;
  private static final int EAGAIN = 11;

  /** What was to be read has been overwritten meanwhile. */
  private static final int EPIPE = 32;

  private final int file;
  private final int stopper;
  private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, Long.BYTES);

  private PolledFile(int file, int stopper) {
    this.file = file;
    this.stopper = stopper;
  }

  /** Opens a file whose news begin at its end. Throws HostException. */
  static PolledFile openAtEnd(Path path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      MemorySegment name = arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
      int file = Native.OPEN.call(errno, name.address(), NON_BLOCKING | CLOSE_ON_EXEC, 0);
      if (file < 0) {
        throw failure("open " + path, CFunction.code(errno));
      }
      int stopper = Native.EVENTFD.call(errno, 0, CLOSE_ON_EXEC, 0);
      if (stopper < 0) {
        int why = CFunction.code(errno);
        close(file);
        throw failure("eventfd", why);
      }
      long _ = Native.SEEK.callLong(errno, file, 0, FROM_END, 0, 0, 0);
      return new PolledFile(file, stopper);
    }
  }

  /** Blocks until there are news. Returns false when nobody wants them any more. */
  boolean await() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      MemorySegment entries = arena.allocate(2L * ENTRY_BYTES, Long.BYTES);
      entry(entries, 0, file);
      entry(entries, 1, stopper);
      int ready;
      do {
        ready = Native.POLL.call(errno, entries.address(), 2, -1);
      } while (ready < 0 && CFunction.code(errno) == EINTR);
      return ready > 0 && entries.get(JAVA_SHORT, ENTRY_BYTES + 6) == 0;
    }
  }

  private static void entry(MemorySegment entries, int index, int descriptor) {
    entries.set(JAVA_INT, (long) index * ENTRY_BYTES, descriptor);
    entries.set(JAVA_SHORT, (long) index * ENTRY_BYTES + 4, READABLE);
  }

  /** The next piece; empty when there is none now. Throws HostException. */
  Optional<String> read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      long bytes = Native.READ.callLong(errno, file, buffer.address(), BUFFER_BYTES, 0, 0, 0);
      if (bytes >= 0) {
        byte[] text = buffer.asSlice(0, bytes).toArray(JAVA_BYTE);
        return Optional.of(new String(text, StandardCharsets.UTF_8));
      }
      int why = CFunction.code(errno);
      if (why == EAGAIN || why == EINTR || why == EPIPE) {
        return Optional.empty();
      }
      throw failure("read", why);
    }
  }

  /** Lets {@link #await} return false, now and later. */
  void stop() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocate(Long.BYTES, Long.BYTES);
      one.set(JAVA_LONG, 0, 1);
      long _ =
          Native.WRITE.callLong(
              CFunction.errno(arena), stopper, one.address(), Long.BYTES, 0, 0, 0);
    }
  }

  @Override
  public void close() {
    close(file);
    close(stopper);
  }

  private static void close(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      int _ = Native.CLOSE.call(CFunction.errno(arena), descriptor, 0, 0);
    }
  }

  private static HostException failure(String call, int errno) {
    return new HostException(HostException.Kind.UNREADABLE, call + " failed with errno " + errno);
  }

  /** The functions of the C library, found when first used. */
  private static final class Native {
    static final CFunction OPEN = CFunction.of("open");
    static final CFunction EVENTFD = CFunction.of("eventfd");
    static final CFunction SEEK = CFunction.of("lseek");
    static final CFunction POLL = CFunction.of("poll");
    static final CFunction READ = CFunction.of("read");
    static final CFunction WRITE = CFunction.of("write");
    static final CFunction CLOSE = CFunction.of("close");

    private Native() {}
  }
}
