package dev.jubelet.edge.usage;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Small files of the kernel, below a directory that is open. One that is absent or cannot be read
 * now has no content: cgroups and processes come and go. A file costs three calls of the kernel and
 * no garbage.
 *
 * <p>Thread: one at a time. Owns: the buffers.
 */
final class KernelFiles {
  private static final int CHUNK_BYTES = 16 * 1024;
  private static final int PATH_BYTES = 4096;

  /** The kernel gives such files by the page; what is well below a page was the last of it. */
  private static final int SURELY_ALL = 3 * 1024;

  private final MemorySegment path;
  private final MemorySegment chunk;
  private byte[] text = new byte[CHUNK_BYTES];
  private int length;

  KernelFiles() {
    Arena arena = Arena.ofAuto();
    path = arena.allocate(PATH_BYTES);
    chunk = arena.allocate(CHUNK_BYTES);
  }

  /** A file's name, made once for many reads. */
  static byte[] name(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /** The whole file. */
  Optional<String> text(int directory, byte[] place, byte[] name) {
    return read(directory, place, name)
        ? Optional.of(new String(text, 0, length, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /** The one number of a file; "max" and absence are the default. */
  long number(int directory, byte[] place, byte[] name, long otherwise) {
    if (!read(directory, place, name) || length == 0) {
      return otherwise;
    }
    if (text[0] == '-' && length > 1 && Digits.isDigit(text[1])) {
      return -Digits.number(text, 1, length);
    }
    return Digits.isDigit(text[0]) ? Digits.number(text, 0, length) : otherwise;
  }

  /** What the file has of these names; nothing when there is no such file. */
  NumberLines.Found numbers(int directory, byte[] place, byte[] name, NumberLines wanted) {
    return read(directory, place, name) ? wanted.in(text, length) : wanted.none();
  }

  /** Processes or threads, one a line. */
  List<Long> ids(int directory, byte[] place, byte[] name) {
    if (!read(directory, place, name)) {
      return List.of();
    }
    List<Long> ids = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (text[i] == '\n') {
        ids.add(Digits.number(text, start, i));
        start = i + 1;
      }
    }
    return ids;
  }

  /** A file such as {@code cpu.pressure}. */
  Optional<CgroupUsage.Pressure> pressure(int directory, byte[] place, byte[] name) {
    return read(directory, place, name) ? PressureText.parse(text, length) : Optional.empty();
  }

  private boolean read(int directory, byte[] place, byte[] name) {
    length = 0;
    int file = open(directory, place, name);
    if (file == SystemCalls.REFUSED) {
      return false;
    }
    try {
      long more = SystemCalls.read(file, chunk);
      boolean wasRead = more >= 0;
      while (more > 0) {
        append((int) more);
        more = more <= SURELY_ALL ? 0 : SystemCalls.read(file, chunk);
      }
      return wasRead;
    } finally {
      SystemCalls.close(file);
    }
  }

  private int open(int directory, byte[] place, byte[] name) {
    int end = place.length + name.length;
    if (directory == SystemCalls.REFUSED || end >= PATH_BYTES) {
      return SystemCalls.REFUSED;
    }
    MemorySegment.copy(place, 0, path, JAVA_BYTE, 0, place.length);
    MemorySegment.copy(name, 0, path, JAVA_BYTE, place.length, name.length);
    path.set(JAVA_BYTE, end, (byte) 0);
    return SystemCalls.open(directory, path);
  }

  private void append(int bytes) {
    if (length + bytes > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, length + bytes));
    }
    MemorySegment.copy(chunk, JAVA_BYTE, 0, text, length, bytes);
    length += bytes;
  }
}
