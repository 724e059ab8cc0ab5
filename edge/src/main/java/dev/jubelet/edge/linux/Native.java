package dev.jubelet.edge.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.jubelet.edge.host.CFunction;
import dev.jubelet.edge.host.PathBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the C library, found when the first is called. Each gives 0 or more, or throws.
 */
final class Native {
  /** The same number on every architecture. */
  private static final long OPENAT2 = 437;

  private static final long OPEN_HOW_BYTES = 24;

  /** Since Linux 5.12; the same number on every architecture. */
  private static final long MOUNT_SETATTR = 442;

  private static final long MOUNT_ATTR_BYTES = 32;

  private static final CFunction MOUNT = CFunction.of("mount");
  private static final CFunction UMOUNT2 = CFunction.of("umount2");
  private static final CFunction MKDIRAT = CFunction.of("mkdirat");
  private static final CFunction LSETXATTR = CFunction.of("lsetxattr");
  private static final CFunction CLOSE = CFunction.of("close");
  private static final CFunction SYSCALL = CFunction.of("syscall");
  private static final CFunction SOCKET = CFunction.of("socket");
  private static final CFunction SENDTO = CFunction.of("sendto");
  private static final short UNIX_FAMILY = 1;
  private static final int DATAGRAM_CLOSED_ON_EXEC = 2 | 0x80000;
  private static final int NEITHER_WAIT_NOR_SIGNAL = 0x40 | 0x4000;

  private Native() {}

  /** One call with its errno; the arena ends with it. */
  private interface Call {
    long run(Arena arena, MemorySegment errno);
  }

  static void mount(
      String source, Path target, @Nullable String type, long flags, @Nullable String options) {
    run(
        "mount " + source + " on " + target,
        (arena, errno) ->
            MOUNT.call(
                errno,
                text(arena, source).address(),
                text(arena, target).address(),
                text(arena, type).address(),
                flags,
                text(arena, options).address()));
  }

  static void unmount(Path target, int flags) {
    run(
        "unmount " + target,
        (arena, errno) -> UMOUNT2.call(errno, text(arena, target).address(), flags, 0));
  }

  /** Adds attributes to a mount; those that it has stay. */
  static void setMountAttributes(String target, long attributes) {
    run(
        "restrict the mount " + target,
        (arena, errno) -> {
          MemorySegment wanted = arena.allocate(MOUNT_ATTR_BYTES, Long.BYTES);
          wanted.set(JAVA_LONG, 0, attributes);
          return SYSCALL.callLong(
              errno,
              MOUNT_SETATTR,
              0,
              text(arena, target).address(),
              0,
              wanted.address(),
              MOUNT_ATTR_BYTES);
        });
  }

  /** Opens relative to a directory, without going where {@code resolve} forbids. */
  static int open(int directory, String path, long flags, long resolve) {
    return open(directory, path, arena -> text(arena, path), flags, resolve);
  }

  static int open(int directory, Path path, long flags, long resolve) {
    return open(directory, path.toString(), arena -> text(arena, path), flags, resolve);
  }

  private static int open(
      int directory, String what, Function<Arena, MemorySegment> path, long flags, long resolve) {
    return (int)
        run(
            "open " + what,
            (arena, errno) -> {
              MemorySegment how = arena.allocate(OPEN_HOW_BYTES, Long.BYTES);
              how.set(JAVA_LONG, 0, flags);
              how.set(JAVA_LONG, 2 * Long.BYTES, resolve);
              return SYSCALL.callLong(
                  errno,
                  OPENAT2,
                  directory,
                  path.apply(arena).address(),
                  how.address(),
                  OPEN_HOW_BYTES,
                  0);
            });
  }

  static void makeDirectory(int parent, String name, int mode) {
    run(
        "mkdir " + name,
        (arena, errno) -> MKDIRAT.call(errno, parent, text(arena, name).address(), mode));
  }

  static void setAttribute(String path, String name, byte[] value) {
    run(
        "set " + name + " of " + path,
        (arena, errno) ->
            LSETXATTR.call(
                errno,
                text(arena, path).address(),
                text(arena, name).address(),
                arena.allocateFrom(JAVA_BYTE, value).address(),
                value.length,
                0));
  }

  static void close(int descriptor) {
    run("close descriptor " + descriptor, (arena, errno) -> CLOSE.call(errno, descriptor, 0, 0));
  }

  static int datagramSocket() {
    return (int)
        run(
            "make a datagram socket",
            (arena, errno) -> SOCKET.call(errno, UNIX_FAMILY, DATAGRAM_CLOSED_ON_EXEC, 0));
  }

  /** The address is that of a unix-domain socket, without its family. */
  static void send(int socket, byte[] address, byte[] content, String what) {
    run(
        what,
        (arena, errno) -> {
          // A path ends with a zero byte that belongs to it, an abstract name without one.
          boolean isPath = address[0] != 0;
          int length = Short.BYTES + address.length + (isPath ? 1 : 0);
          MemorySegment to = arena.allocate(length, Short.BYTES);
          to.set(JAVA_SHORT, 0, UNIX_FAMILY);
          MemorySegment.copy(address, 0, to, JAVA_BYTE, Short.BYTES, address.length);
          return SENDTO.callLong(
              errno,
              socket,
              arena.allocateFrom(JAVA_BYTE, content).address(),
              content.length,
              NEITHER_WAIT_NOR_SIGNAL,
              to.address(),
              length);
        });
  }

  private static long run(String what, Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      long result = call.run(arena, errno);
      if (result < 0) {
        throw new LinuxException(CFunction.code(errno), what);
      }
      return result;
    }
  }

  /** What a path is called need not be text. */
  private static MemorySegment text(Arena arena, Path path) {
    byte[] bytes = PathBytes.of(path);
    MemorySegment text = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, text, JAVA_BYTE, 0, bytes.length);
    return text;
  }

  private static MemorySegment text(Arena arena, @Nullable String text) {
    if (text == null) {
      return MemorySegment.NULL;
    }
    if (text.indexOf('\0') >= 0) {
      throw new LinuxException(LinuxException.Kind.INVALID, "a path with a zero byte");
    }
    return arena.allocateFrom(text, StandardCharsets.UTF_8);
  }
}
