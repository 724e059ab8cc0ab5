package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
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
      MemorySegment errno = Native.errno(arena);
      int fd = (int) Native.INIT.invokeExact(errno, CLOSE_ON_EXEC);
      if (fd < 0) {
        throw failure("inotify_init1", Native.code(errno));
      }
      return new Inotify(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Watches a directory and returns the number of the watch. */
  int add(Path directory, int mask) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = Native.errno(arena);
      MemorySegment path = arena.allocateFrom(directory.toString(), StandardCharsets.UTF_8);
      int watch = (int) Native.ADD.invokeExact(errno, descriptor, path, mask);
      if (watch < 0) {
        throw failure("inotify_add_watch " + directory, Native.code(errno));
      }
      return watch;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Ends a watch; the reader then gets IGNORED for it. Ending one that has gone does nothing. */
  void remove(int watch) {
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) Native.REMOVE.invokeExact(Native.errno(arena), descriptor, watch);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Blocks until there are events. */
  List<Event> read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = Native.errno(arena);
      long bytes;
      do {
        bytes = (long) Native.READ.invokeExact(errno, descriptor, buffer, (long) BUFFER_BYTES);
      } while (bytes < 0 && Native.code(errno) == EINTR);
      if (bytes < 0) {
        throw failure("read of inotify events", Native.code(errno));
      }
      return parse(buffer.asSlice(0, bytes));
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public void close() {
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) Native.CLOSE.invokeExact(Native.errno(arena), descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
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

  /** A method handle declares Throwable; our own exceptions pass, nothing else can happen. */
  private static RuntimeException unexpected(Throwable e) {
    return e instanceof RuntimeException known
        ? known
        : new IllegalStateException("foreign call failed", e);
  }

  /** The functions of the C library, linked when the first instance is opened. */
  private static final class Native {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO_AT =
        STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    static final MethodHandle INIT =
        link("inotify_init1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    static final MethodHandle ADD =
        link("inotify_add_watch", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    static final MethodHandle REMOVE =
        link("inotify_rm_watch", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    static final MethodHandle READ =
        link("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private Native() {}

    /** The only restricted call here; the launcher grants it with --enable-native-access. */
    @SuppressWarnings("restricted")
    private static MethodHandle link(String name, FunctionDescriptor type) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name), type, Linker.Option.captureCallState("errno"));
    }

    static MemorySegment errno(Arena arena) {
      return arena.allocate(STATE);
    }

    static int code(MemorySegment state) {
      return state.get(JAVA_INT, ERRNO_AT);
    }
  }
}
