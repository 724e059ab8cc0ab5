package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file in a directory that a container may write to. The kernel resolves the path as if the
 * directory were the root of all files, so that no symbolic link leads out of it, whatever is
 * exchanged meanwhile.
 *
 * <p>Thread: any; a call may block as long as the file system does. Needs Linux 5.6.
 */
public final class RootedFile {
  private static final int CURRENT_DIRECTORY = -100;
  private static final long OPENAT2 = 437;
  private static final long PATH_ONLY = 0x20_0000;
  private static final long CLOSE_ON_EXEC = 0x8_0000;
  private static final long IN_ROOT = 0x10;
  private static final long NO_MAGIC_LINKS = 0x02;
  private static final long HOW_BYTES = 24;

  private static final int ENOENT = 2;
  private static final int ENOTDIR = 20;
  private static final int ENOSYS = 38;

  private RootedFile() {}

  /**
   * Returns the whole file.
   *
   * @throws HostException NOT_FOUND when there is none, UNREADABLE when it is not a regular file,
   *     has more than {@code most} bytes or cannot be read, UNSUPPORTED by an old kernel
   */
  public static byte[] read(Path root, String path, int most) {
    int directory = open(CURRENT_DIRECTORY, root.toString(), PATH_ONLY, 0);
    try {
      int file = open(directory, path, PATH_ONLY, IN_ROOT | NO_MAGIC_LINKS);
      try {
        return content(Path.of("/proc/self/fd/" + file), path, most);
      } finally {
        close(file);
      }
    } finally {
      close(directory);
    }
  }

  /** Opening for the path alone waits for nothing, not even at a FIFO. */
  private static byte[] content(Path file, String path, int most) {
    if (!Files.isRegularFile(file)) {
      throw new HostException(HostException.Kind.UNREADABLE, path + " is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new HostException(
            HostException.Kind.UNREADABLE, path + " has more than " + most + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new HostException(HostException.Kind.UNREADABLE, path + " cannot be read", e);
    }
  }

  private static int open(int directory, String path, long flags, long resolve) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(Native.STATE);
      MemorySegment name = arena.allocateFrom(path, StandardCharsets.UTF_8);
      MemorySegment how = arena.allocate(HOW_BYTES, Long.BYTES);
      how.set(JAVA_LONG, 0, flags | CLOSE_ON_EXEC);
      how.set(JAVA_LONG, 16, resolve);
      long fd = (long) Native.SYSCALL.invokeExact(errno, OPENAT2, directory, name, how, HOW_BYTES);
      if (fd < 0) {
        throw failure(path, errno.get(JAVA_INT, Native.ERRNO_AT));
      }
      return (int) fd;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static HostException failure(String path, int errno) {
    return switch (errno) {
      case ENOENT, ENOTDIR ->
          new HostException(HostException.Kind.NOT_FOUND, path + " does not exist");
      case ENOSYS ->
          new HostException(
              HostException.Kind.UNSUPPORTED, "the kernel has no openat2: Linux 5.6 is needed");
      default ->
          new HostException(
              HostException.Kind.UNREADABLE, path + " cannot be opened: errno " + errno);
    };
  }

  private static void close(int descriptor) {
    try {
      int _ = (int) Native.CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A method handle declares Throwable; our own exceptions pass, nothing else can happen. */
  private static RuntimeException unexpected(Throwable e) {
    return e instanceof RuntimeException known
        ? known
        : new IllegalStateException("foreign call failed", e);
  }

  /** The functions of the C library, linked when the first file is read. */
  private static final class Native {
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final long ERRNO_AT = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    static final MethodHandle SYSCALL =
        link(
            "syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG),
            Linker.Option.firstVariadicArg(1),
            Linker.Option.captureCallState("errno"));
    static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private Native() {}

    /** The only restricted call here; the launcher grants it with --enable-native-access. */
    @SuppressWarnings("restricted")
    private static MethodHandle link(
        String name, FunctionDescriptor type, Linker.Option... options) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
    }
  }
}
