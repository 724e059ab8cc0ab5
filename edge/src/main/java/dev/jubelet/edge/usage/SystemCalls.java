package dev.jubelet.edge.usage;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of the C library for reading many small files, linked when the first is called.
 * Each gives -1 when the kernel refuses; why is never asked, since files of the kernel come and go.
 */
final class SystemCalls {
  static final int CURRENT_DIRECTORY = -100;

  /** The descriptor of what could not be opened. */
  static final int REFUSED = -1;

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int ONLY_A_PLACE = 0x200000;

  private static final MethodHandle OPENAT =
      link("openat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle READ =
      link("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle CLOSE =
      link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle READLINKAT =
      link("readlinkat", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));

  private SystemCalls() {}

  /** Opens for reading; the path ends with a zero byte. */
  static int open(int directory, MemorySegment path) {
    return openat(directory, path, CLOSE_ON_EXEC);
  }

  /** Opens a directory as a place to start from, for nothing else. */
  static int openPlace(int directory, MemorySegment path) {
    return openat(directory, path, ONLY_A_PLACE | CLOSE_ON_EXEC);
  }

  private static int openat(int directory, MemorySegment path, int flags) {
    try {
      return (int) OPENAT.invokeExact(directory, path, flags);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static long read(int file, MemorySegment into) {
    try {
      return (long) READ.invokeExact(file, into, into.byteSize());
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static void close(int descriptor) {
    try {
      // It is closed whatever the kernel answers.
      int ignored = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Where a link leads, as much as fits. */
  static long readLink(int directory, MemorySegment name, MemorySegment into) {
    try {
      return (long) READLINKAT.invokeExact(directory, name, into, into.byteSize());
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** A method handle declares Throwable; the calls themselves throw nothing. */
  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("foreign call failed", e);
  }

  /** The only restricted call here; the launcher grants it with --enable-native-access. */
  @SuppressWarnings("restricted")
  private static MethodHandle link(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
  }
}
