package dev.jubelet.edge.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Options of a mount as people write them, parted into what the kernel knows of every mount and
 * what only the file system understands. Pure.
 *
 * @param flags those of mount(2)
 * @param more the rest, joined by commas
 */
record MountOptions(long flags, String more) {
  private static final Map<String, Long> FLAGS =
      Map.ofEntries(
          Map.entry("ro", 1L),
          Map.entry("nosuid", 2L),
          Map.entry("nodev", 4L),
          Map.entry("noexec", 8L),
          Map.entry("sync", 16L),
          Map.entry("mand", 64L),
          Map.entry("dirsync", 128L),
          Map.entry("noatime", 1024L),
          Map.entry("nodiratime", 2048L),
          Map.entry("silent", 32768L),
          Map.entry("relatime", 1L << 21),
          Map.entry("strictatime", 1L << 24),
          Map.entry("lazytime", 1L << 25));

  /** What is so without a word, or only means something to the program mount. */
  private static final Set<String> EMPTY =
      Set.of(
          "",
          "defaults",
          "rw",
          "suid",
          "dev",
          "exec",
          "async",
          "nomand",
          "atime",
          "diratime",
          "loud",
          "norelatime",
          "nostrictatime",
          "nolazytime",
          "auto",
          "noauto",
          "user",
          "nouser",
          "users",
          "owner",
          "group",
          "nofail",
          "_netdev");

  private static final Map<String, Long> ATTRIBUTES =
      Map.of("ro", 1L, "nosuid", 2L, "nodev", 4L, "noexec", 8L, "nodiratime", 128L);

  static MountOptions parse(String options) {
    long flags = 0;
    List<String> more = new ArrayList<>();
    for (String option : options.split(",", -1)) {
      Long flag = FLAGS.get(option);
      if (flag != null) {
        flags |= flag;
      } else if (!EMPTY.contains(option)) {
        more.add(option);
      }
    }
    return new MountOptions(flags, String.join(",", more));
  }

  /** The same words as attributes of mount_setattr(2), for a mount that exists. */
  static long attributes(List<String> options) {
    long attributes = 0;
    for (String option : options) {
      Long attribute = ATTRIBUTES.get(option);
      if (attribute != null) {
        attributes |= attribute;
      } else if (!EMPTY.contains(option)) {
        throw new LinuxException(
            LinuxException.Kind.INVALID, "the option " + option + " for a bind mount");
      }
    }
    return attributes;
  }
}
