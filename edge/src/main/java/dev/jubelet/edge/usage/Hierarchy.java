package dev.jubelet.edge.usage;

import java.io.File;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One mounted tree of cgroups. The directories that files are looked for in are held open until
 * {@link #release}.
 *
 * <p>Thread: one at a time. Owns: those descriptors, few since neighbours share theirs.
 */
final class Hierarchy {
  private static final int MOST = 64;

  private final String top;
  private final Map<String, Integer> open = new HashMap<>();

  Hierarchy(String top) {
    this.top = top;
  }

  /** The directory of a path from the top; negative when there is none. */
  int directory(String path) {
    Integer known = open.get(path);
    if (known != null) {
      return known;
    }
    if (open.size() == MOST) {
      release();
    }
    int opened = open(top + path);
    open.put(path, opened);
    return opened;
  }

  /** The names of the directories right below a cgroup. */
  List<String> children(String cgroup) {
    File[] found = new File(top + cgroup).listFiles(File::isDirectory);
    return found == null ? List.of() : Arrays.stream(found).map(File::getName).toList();
  }

  private static int open(String path) {
    try (Arena arena = Arena.ofConfined()) {
      return SystemCalls.openPlace(
          SystemCalls.CURRENT_DIRECTORY, arena.allocateFrom(path, StandardCharsets.UTF_8));
    }
  }

  /** Closes what is open. */
  void release() {
    for (int descriptor : open.values()) {
      if (descriptor != SystemCalls.REFUSED) {
        SystemCalls.close(descriptor);
      }
    }
    open.clear();
  }
}
