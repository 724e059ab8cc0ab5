package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Whether anybody still reads what this process writes to its standard output. Writing tells that
 * too, but only when there is something to write.
 */
public final class OutputReaders {
  private static final int STANDARD_OUTPUT = 1;
  private static final long POLLFD_BYTES = 8;
  private static final long EVENTS_AT = 4;
  private static final long RESULT_AT = 6;
  private static final int FOR_EVER = -1;

  private OutputReaders() {}

  /**
   * Returns when the last reader of a pipe has gone or the terminal was hung up; never for a file.
   * Holds its thread, which has to be a platform thread.
   */
  public static void awaitNone() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment polled = arena.allocate(POLLFD_BYTES, Integer.BYTES);
      polled.set(JAVA_INT, 0, STANDARD_OUTPUT);
      // No event is asked for: errors and hang-ups are always told.
      polled.set(JAVA_SHORT, EVENTS_AT, (short) 0);
      while (polled.get(JAVA_SHORT, RESULT_AT) == 0) {
        int _ = (int) Native.POLL.invokeExact(polled, 1L, FOR_EVER);
      }
    } catch (Throwable e) {
      // A method handle declares Throwable; the call itself throws nothing.
      throw new IllegalStateException("foreign call failed", e);
    }
  }

  /** The function of the C library, linked when first called. */
  private static final class Native {
    static final MethodHandle POLL = link();

    private Native() {}

    /** The only restricted call here; the launcher grants it with --enable-native-access. */
    @SuppressWarnings("restricted")
    private static MethodHandle link() {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("poll"),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    }
  }
}
