package dev.jubelet.edge.usage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts what processes hold open. A process that is gone holds nothing.
 *
 * <p>Thread: one at a time. Owns: nothing but its buffers.
 */
final class HeldFilesReader {
  private static final byte[] SOCKET = "socket:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LIMITS = KernelFiles.name("/limits");
  private static final String OPEN_FILES = "Max open files";
  private static final String UNLIMITED = "unlimited";
  private static final int PATH_BYTES = 4096;

  private final String proc;
  private final KernelFiles files = new KernelFiles();
  private final MemorySegment path;
  private final MemorySegment target;
  private final MemorySegment socket = MemorySegment.ofArray(SOCKET);

  HeldFilesReader(Path proc) {
    this.proc = proc.toString();
    Arena arena = Arena.ofAuto();
    path = arena.allocate(PATH_BYTES);
    target = arena.allocate(SOCKET.length);
  }

  /**
   * @param first the process that tells the limit; null when there is none
   */
  HeldFiles of(List<Long> processes, @Nullable Long first) {
    long descriptors = 0;
    long sockets = 0;
    for (long process : processes) {
      String directory = proc + "/" + process + "/fd";
      String[] names = new File(directory).list();
      if (names != null) {
        descriptors += names.length;
        sockets += sockets(directory + "/", names);
      }
    }
    return new HeldFiles(descriptors, sockets, first == null ? null : limit(first));
  }

  private long sockets(String directory, String[] names) {
    byte[] start = directory.getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(start, 0, path, JAVA_BYTE, 0, start.length);
    long sockets = 0;
    for (String name : names) {
      path.setString(start.length, name, StandardCharsets.UTF_8);
      long read = SystemCalls.readLink(SystemCalls.CURRENT_DIRECTORY, path, target);
      if (read == SOCKET.length && target.mismatch(socket) < 0) {
        sockets++;
      }
    }
    return sockets;
  }

  private @Nullable Long limit(long process) {
    return files
        .text(SystemCalls.CURRENT_DIRECTORY, KernelFiles.name(proc + "/" + process), LIMITS)
        .flatMap(text -> text.lines().filter(line -> line.startsWith(OPEN_FILES)).findFirst())
        .map(HeldFilesReader::softLimit)
        .orElse(null);
  }

  /** Behind the title stand the soft limit, the hard limit and the unit. */
  private static @Nullable Long softLimit(String line) {
    String soft = line.substring(OPEN_FILES.length()).strip().split(" ", 2)[0];
    if (soft.equals(UNLIMITED)) {
      return -1L;
    }
    try {
      return Long.valueOf(soft);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
