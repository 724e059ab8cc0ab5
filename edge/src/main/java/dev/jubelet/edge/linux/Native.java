package dev.jubelet.edge.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.jubelet.edge.host.PathBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the C library, linked when the first is called. Each gives 0 or more, or throws.
 */
final class Native {
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_AT =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  /** The same number on every architecture. */
  private static final long OPENAT2 = 437;

  private static final long OPEN_HOW_BYTES = 24;

  /** Since Linux 5.12; the same number on every architecture. */
  private static final long MOUNT_SETATTR = 442;

  private static final long MOUNT_ATTR_BYTES = 32;

  private static final MethodHandle MOUNT =
      link("mount", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));
  private static final MethodHandle UMOUNT2 =
      link("umount2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle MKDIRAT =
      link("mkdirat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle LSETXATTR =
      link(
          "lsetxattr",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle CLOSE =
      link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle SYSCALL =
      link(
          "syscall",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));

  private static final MethodHandle SYSCALL_OF_FIVE =
      link(
          "syscall",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));
  private static final MethodHandle SOCKET =
      link("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SENDTO =
      link(
          "sendto",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
  private static final short UNIX_FAMILY = 1;
  private static final int DATAGRAM_CLOSED_ON_EXEC = 2 | 0x80000;
  private static final int NEITHER_WAIT_NOR_SIGNAL = 0x40 | 0x4000;

  private Native() {}

  /** One call with its errno; the arena ends with it. */
  private interface Call {
    long run(Arena arena, MemorySegment errno) throws Throwable;
  }

  static void mount(
      String source, Path target, @Nullable String type, long flags, @Nullable String options) {
    run(
        "mount " + source + " on " + target,
        (arena, errno) ->
            (int)
                MOUNT.invokeExact(
                    errno,
                    text(arena, source),
                    text(arena, target),
                    text(arena, type),
                    flags,
                    text(arena, options)));
  }

  static void unmount(Path target, int flags) {
    run(
        "unmount " + target,
        (arena, errno) -> (int) UMOUNT2.invokeExact(errno, text(arena, target), flags));
  }

  /** Adds attributes to a mount; those that it has stay. */
  static void setMountAttributes(String target, long attributes) {
    run(
        "restrict the mount " + target,
        (arena, errno) -> {
          MemorySegment wanted = arena.allocate(MOUNT_ATTR_BYTES, Long.BYTES);
          wanted.set(JAVA_LONG, 0, attributes);
          return (long)
              SYSCALL_OF_FIVE.invokeExact(
                  errno, MOUNT_SETATTR, 0L, text(arena, target), 0L, wanted, MOUNT_ATTR_BYTES);
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
              return (long)
                  SYSCALL.invokeExact(
                      errno, OPENAT2, (long) directory, path.apply(arena), how, OPEN_HOW_BYTES);
            });
  }

  static void makeDirectory(int parent, String name, int mode) {
    run(
        "mkdir " + name,
        (arena, errno) -> (int) MKDIRAT.invokeExact(errno, parent, text(arena, name), mode));
  }

  static void setAttribute(String path, String name, byte[] value) {
    run(
        "set " + name + " of " + path,
        (arena, errno) ->
            (int)
                LSETXATTR.invokeExact(
                    errno,
                    text(arena, path),
                    text(arena, name),
                    arena.allocateFrom(JAVA_BYTE, value),
                    (long) value.length,
                    0));
  }

  static void close(int descriptor) {
    run(
        "close descriptor " + descriptor,
        (arena, errno) -> (int) CLOSE.invokeExact(errno, descriptor));
  }

  static int datagramSocket() {
    return (int)
        run(
            "make a datagram socket",
            (arena, errno) ->
                (int) SOCKET.invokeExact(errno, (int) UNIX_FAMILY, DATAGRAM_CLOSED_ON_EXEC, 0));
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
          return (long)
              SENDTO.invokeExact(
                  errno,
                  socket,
                  arena.allocateFrom(JAVA_BYTE, content),
                  (long) content.length,
                  NEITHER_WAIT_NOR_SIGNAL,
                  to,
                  length);
        });
  }

  private static long run(String what, Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(STATE);
      long result = call.run(arena, errno);
      if (result < 0) {
        throw new LinuxException(errno.get(JAVA_INT, ERRNO_AT), what);
      }
      return result;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("foreign call failed: " + what, e);
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

  /** The only restricted call here; the launcher grants it with --enable-native-access. */
  @SuppressWarnings("restricted")
  private static MethodHandle link(String name, FunctionDescriptor type, Linker.Option... more) {
    Linker linker = Linker.nativeLinker();
    Linker.Option[] options = new Linker.Option[more.length + 1];
    options[0] = Linker.Option.captureCallState("errno");
    System.arraycopy(more, 0, options, 1, more.length);
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
  }
}
