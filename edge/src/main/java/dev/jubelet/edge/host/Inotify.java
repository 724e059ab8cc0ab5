package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The raw calls of one inotify instance.
 *
 * <p>Thread: {@link #read} from one platform thread, which it blocks; the others from any. Owns: a
 * file descriptor, which {@link #close} gives back and which only the reading thread may close.
 */
final class Inotify implements AutoCloseable {
  static final int ATTRIB = 0x4;
  static final int CLOSE_WRITE = 0x8;
  static final int MOVED_FROM = 0x40;
  static final int MOVED_TO = 0x80;
  static final int CREATE = 0x100;
  static final int DELETE = 0x200;
  static final int DELETE_SELF = 0x400;
  static final int MOVE_SELF = 0x800;
  static final int UNMOUNT = 0x2000;
  static final int QUEUE_OVERFLOW = 0x4000;
  static final int IGNORED = 0x8000;
  static final int ONLY_DIRECTORY = 0x0100_0000;
  static final int ADD_TO_MASK = 0x2000_0000;
  static final int IS_DIRECTORY = 0x4000_0000;

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int HEADER_BYTES = 16;

  private static final int ENOENT = 2;
  private static final int EINTR = 4;
  private static final int EACCES = 13;
  private static final int ENOTDIR = 20;
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;
  private static final int ENOSPC = 28;
  private static final int ELOOP = 40;

  /** One event; {@code name} is empty when it concerns the watched directory itself. */
  record Event(int watch, int mask, String name) {
    boolean has(int bits) {
      return (mask & bits) != 0;
    }
  }

  private final int descriptor;
  private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, Long.BYTES);

  private Inotify(int descriptor) {
    this.descriptor = descriptor;
  }

  static Inotify open() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      int fd = Native.INIT.call(errno, CLOSE_ON_EXEC, 0, 0);
      if (fd < 0) {
        throw failure("inotify_init1", CFunction.code(errno));
      }
      return new Inotify(fd);
    }
  }

  /** Watches a directory and returns the number of the watch. */
  int add(Path directory, int mask) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      MemorySegment path = arena.allocateFrom(directory.toString(), StandardCharsets.UTF_8);
      int watch = Native.ADD.call(errno, descriptor, path.address(), mask);
      if (watch < 0) {
        throw failure("inotify_add_watch " + directory, CFunction.code(errno));
      }
      return watch;
    }
  }

  /** Ends a watch; the reader then gets IGNORED for it. Ending one that has gone does nothing. */
  void remove(int watch) {
    try (Arena arena = Arena.ofConfined()) {
      int _ = Native.REMOVE.call(CFunction.errno(arena), descriptor, watch, 0);
    }
  }

  /** Blocks until there are events. */
  List<Event> read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      long bytes;
      do {
        bytes = Native.READ.call(errno, descriptor, buffer.address(), BUFFER_BYTES);
      } while (bytes < 0 && CFunction.code(errno) == EINTR);
      if (bytes < 0) {
        throw failure("read of inotify events", CFunction.code(errno));
      }
      return parse(buffer.asSlice(0, bytes));
    }
  }

  @Override
  public void close() {
    try (Arena arena = Arena.ofConfined()) {
      int _ = Native.CLOSE.call(CFunction.errno(arena), descriptor, 0, 0);
    }
  }

  /** Cuts what the kernel wrote (watch, mask, cookie, length, padded name) into events. */
  static List<Event> parse(MemorySegment bytes) {
    List<Event> events = new ArrayList<>();
    long at = 0;
    while (at + HEADER_BYTES <= bytes.byteSize()) {
      int length = bytes.get(JAVA_INT, at + 12);
      String name = length == 0 ? "" : bytes.getString(at + HEADER_BYTES, StandardCharsets.UTF_8);
      events.add(new Event(bytes.get(JAVA_INT, at), bytes.get(JAVA_INT, at + 4), name));
      at += HEADER_BYTES + length;
    }
    return events;
  }

  private static HostException failure(String call, int errno) {
    String message = call + " failed with errno " + errno;
    return switch (errno) {
      case ENFILE, EMFILE ->
          new HostException(
              HostException.Kind.LIMIT_REACHED,
              message + ": raise fs.inotify.max_user_instances or the limit of open files");
      case ENOSPC ->
          new HostException(
              HostException.Kind.LIMIT_REACHED,
              message + ": raise the sysctl fs.inotify.max_user_watches");
      case ENOENT, ENOTDIR, EACCES, ELOOP ->
          new HostException(HostException.Kind.NOT_FOUND, message);
      default -> new HostException(HostException.Kind.UNSUPPORTED, message);
    };
  }

  /** The functions of the C library, found when the first instance is opened. */
  private static final class Native {
    static final CFunction INIT = CFunction.of("inotify_init1");
    static final CFunction ADD = CFunction.of("inotify_add_watch");
    static final CFunction REMOVE = CFunction.of("inotify_rm_watch");
    static final CFunction READ = CFunction.of("read");
    static final CFunction CLOSE = CFunction.of("close");

    private Native() {}
  }
}
