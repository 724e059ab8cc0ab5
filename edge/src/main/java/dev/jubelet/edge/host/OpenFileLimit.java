package dev.jubelet.edge.host;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** How many files this process may have open. */
public final class OpenFileLimit {
  private static final int NUMBER_OF_FILES = 7;

  private OpenFileLimit() {}

  /** Sets it, now and as the most that can be asked for. Returns whether the kernel let it. */
  public static boolean set(long files) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limit = arena.allocate(2 * Long.BYTES, Long.BYTES);
      limit.setAtIndex(JAVA_LONG, 0, files);
      limit.setAtIndex(JAVA_LONG, 1, files);
      return Native.SETRLIMIT.call(CFunction.errno(arena), NUMBER_OF_FILES, limit.address(), 0)
          == 0;
    }
  }

  /** The function of the C library, found when first asked. */
  private static final class Native {
    static final CFunction SETRLIMIT = CFunction.of("setrlimit");

    private Native() {}
  }
}
