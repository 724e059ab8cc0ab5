package dev.jubelet.edge.usage;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.jubelet.edge.host.CFunction;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/** Which inode a name stands for, and what it takes on its disk. No link is followed. */
record InodeFacts(long device, long inode, long links, long diskBytes) {
  private static final int CURRENT_DIRECTORY = -100;
  private static final int NO_FOLLOW = 0x100;
  private static final int BASIC = 0x7ff;
  private static final long SECTOR = 512;
  private static final long USUAL_BLOCK = 4096;

  static InodeFacts of(Path path) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
      MemorySegment answer = arena.allocate(Native.ANSWER_BYTES, Long.BYTES);
      int failed =
          Native.STATX.call(
              CFunction.errno(arena),
              CURRENT_DIRECTORY,
              name.address(),
              NO_FOLLOW,
              BASIC,
              answer.address());
      return failed == 0 ? read(answer) : guessed(path);
    }
  }

  private static InodeFacts read(MemorySegment answer) {
    return new InodeFacts(
        device(answer.get(JAVA_INT, 136), answer.get(JAVA_INT, 140)),
        answer.get(JAVA_LONG, 32),
        answer.get(JAVA_INT, 16),
        SECTOR * answer.get(JAVA_LONG, 48));
  }

  /**
   * For a name that is no text, or that is gone by now. The JDK keeps the bytes of such a name, but
   * does not tell blocks.
   */
  private static InodeFacts guessed(Path path) throws IOException {
    Map<String, Object> facts =
        Files.readAttributes(path, "unix:dev,ino,nlink,size", LinkOption.NOFOLLOW_LINKS);
    long device = number(facts, "dev");
    long blocks = (number(facts, "size") + USUAL_BLOCK - 1) / USUAL_BLOCK;
    return new InodeFacts(
        device((int) ((device >> 8) & 0xfff), (int) ((device & 0xff) | ((device >> 12) & 0xfff00))),
        number(facts, "ino"),
        number(facts, "nlink"),
        USUAL_BLOCK * blocks);
  }

  private static long device(int major, int minor) {
    return ((long) major << 32) + minor;
  }

  private static long number(Map<String, Object> facts, String name) {
    return facts.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** The function of the C library, found when first asked; the layout is the same everywhere. */
  private static final class Native {
    static final long ANSWER_BYTES = 256;

    static final CFunction STATX = CFunction.of("statx");

    private Native() {}
  }
}
