package dev.jubelet.edge.usage;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.jubelet.edge.host.CFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** How full the filesystem is that a path is on: bytes and inodes. */
public record Filesystem(
    long capacityBytes,
    long availableBytes,
    long usedBytes,
    long inodes,
    long inodesFree,
    long inodesUsed) {

  private static final long ROOM_BYTES = 256 * 1024;

  /** One whose inodes are either used or free. */
  public Filesystem(
      long capacityBytes, long availableBytes, long usedBytes, long inodes, long inodesFree) {
    this(capacityBytes, availableBytes, usedBytes, inodes, inodesFree, inodes - inodesFree);
  }

  /**
   * Asks the kernel; empty when there is no such path. Holds the thread as long as the filesystem
   * does, so that one on a network is asked on a platform thread only.
   */
  public static Optional<Filesystem> of(Path path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
      MemorySegment answer = arena.allocate(Native.ANSWER_BYTES, Long.BYTES);
      int failed = Native.STATVFS.call(CFunction.errno(arena), name.address(), answer.address(), 0);
      return failed == 0 ? Optional.of(read(answer)) : Optional.empty();
    }
  }

  /** The one that a path is on, or will be on when it is made. */
  public static Optional<Filesystem> holding(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    Optional<Filesystem> found = of(path);
    return found.isPresent() || parent == null ? found : holding(parent);
  }

  /** Whether small files can be made where the path is; what cannot be looked at has room. */
  public static boolean hasRoom(Path path) {
    return holding(path)
        .map(
            found ->
                found.availableBytes >= ROOM_BYTES && (found.inodes == 0 || found.inodesFree > 0))
        .orElse(true);
  }

  private static Filesystem read(MemorySegment answer) {
    long block = answer.getAtIndex(JAVA_LONG, 1);
    long blocks = answer.getAtIndex(JAVA_LONG, 2);
    long free = answer.getAtIndex(JAVA_LONG, 3);
    long available = answer.getAtIndex(JAVA_LONG, 4);
    return new Filesystem(
        blocks * block,
        available * block,
        (blocks - free) * block,
        answer.getAtIndex(JAVA_LONG, 5),
        answer.getAtIndex(JAVA_LONG, 6));
  }

  /** The function of the C library, found when first asked; its answer is long after long. */
  private static final class Native {
    static final long ANSWER_BYTES = 256;

    static final CFunction STATVFS = CFunction.of("statvfs");

    private Native() {}
  }
}
