package dev.jubelet.edge.usage;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * Small files of the kernel. One that is absent or cannot be read now has no content: cgroups and
 * processes come and go.
 *
 * <p>Thread: one at a time. Owns: the buffer, so that thousands of reads make no garbage.
 */
final class KernelFiles {
  private static final int FIRST_BYTES = 16 * 1024;

  private byte[] buffer = new byte[FIRST_BYTES];

  /** The whole file. */
  Optional<String> text(String path) {
    try (FileInputStream in = new FileInputStream(path)) {
      int length = 0;
      int more = in.read(buffer, 0, buffer.length);
      while (more > 0) {
        length += more;
        if (length == buffer.length) {
          buffer = Arrays.copyOf(buffer, 2 * length);
        }
        more = in.read(buffer, length, buffer.length - length);
      }
      return Optional.of(new String(buffer, 0, length, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The one number of a file; "max" and absence are the default. */
  long number(String path, long otherwise) {
    try {
      return text(path).map(text -> Long.parseLong(text.strip())).orElse(otherwise);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** The lines of a name and a number; empty when there is no such file. */
  Map<String, Long> table(String path) {
    String text = text(path).orElse("");
    Map<String, Long> table = new HashMap<>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      int stop = end < 0 ? text.length() : end;
      int space = text.indexOf(' ', start);
      if (space > 0 && space < stop) {
        table.put(text.substring(start, space), digits(text, space + 1, stop));
      }
      start = stop + 1;
    }
    return table;
  }

  /** Processes or threads, one a line. */
  List<Long> ids(String path) {
    return text(path).stream().flatMap(String::lines).map(Long::valueOf).toList();
  }

  List<String> directories(String path) {
    File[] found = new File(path).listFiles(File::isDirectory);
    return found == null ? List.of() : Arrays.stream(found).map(File::getName).toList();
  }

  /** A file such as {@code cpu.pressure}. */
  Optional<CgroupUsage.Pressure> pressure(String path) {
    return text(path).filter(text -> text.startsWith("some ")).map(KernelFiles::pressureOf);
  }

  private static CgroupUsage.Pressure pressureOf(String text) {
    CgroupUsage.Share none = new CgroupUsage.Share(0, 0, 0, 0);
    CgroupUsage.Share some = none;
    CgroupUsage.Share full = none;
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("some ")) {
        some = share(line);
      } else if (line.startsWith("full ")) {
        full = share(line);
      }
    }
    return new CgroupUsage.Pressure(some, full);
  }

  private static CgroupUsage.Share share(String line) {
    Map<String, String> fields = fields(line);
    return new CgroupUsage.Share(
        Double.parseDouble(fields.getOrDefault("avg10", "0")),
        Double.parseDouble(fields.getOrDefault("avg60", "0")),
        Double.parseDouble(fields.getOrDefault("avg300", "0")),
        Long.parseLong(fields.getOrDefault("total", "0")));
  }

  /** The pairs {@code name=value} of a line. */
  static Map<String, String> fields(String line) {
    Map<String, String> fields = new HashMap<>();
    StringTokenizer words = new StringTokenizer(line);
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      int equals = word.indexOf('=');
      if (equals > 0) {
        fields.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return fields;
  }

  private static long digits(String text, int start, int end) {
    long value = 0;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return value;
      }
      value = 10 * value + (c - '0');
    }
    return value;
  }
}
