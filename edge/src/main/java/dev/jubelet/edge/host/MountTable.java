package dev.jubelet.edge.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is mounted where, as the kernel tells this process at one moment. */
public record MountTable(List<Mount> mounts) {
  private static final int FIRST_TAG = 6;
  private static final String SHARED = "shared:";
  private static final String SEPARATOR = " - ";
  // In quotes when there are commas in it.
  private static final Pattern LABEL = Pattern.compile("(?:^|,)context=(\"[^\"]*\"|[^,]*)");

  public static final Path FILE = Path.of("/proc/self/mountinfo");

  /**
   * One mount.
   *
   * @param type that of its filesystem
   * @param source what is mounted, such as a device
   * @param peers the number of the group of its copies, in all of which mounts and unmounts below
   *     it are seen; 0 for none
   * @param labelled whether its files have SELinux labels of their own
   * @param label the SELinux label that all its files have by the mount; empty for none
   * @param content the device and the directory on it that are seen there; empty when not known
   */
  public record Mount(
      Path point,
      String type,
      String source,
      int peers,
      boolean labelled,
      String label,
      String content) {
    public Mount(
        Path point, String type, String source, int peers, boolean labelled, String label) {
      this(point, type, source, peers, labelled, label, "");
    }

    public Mount(Path point, String type, String source, int peers) {
      this(point, type, source, peers, false, "");
    }

    public Mount(Path point, String type, String source) {
      this(point, type, source, 0);
    }

    public Mount(Path point, String type) {
      this(point, type, "none");
    }

    /** Whether mounts below it are seen in all copies of it. */
    public boolean shared() {
      return peers != 0;
    }
  }

  public MountTable {
    mounts = List.copyOf(mounts);
  }

  public static MountTable read(Path file) {
    try {
      // Each byte as a character of its own: names need not be text.
      String lines = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return new MountTable(lines.lines().map(MountTable::mount).toList());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the mount table " + file, e);
    }
  }

  /** The mounts at the path or below it. */
  public List<Mount> at(Path top) {
    return mounts.stream().filter(mount -> mount.point().startsWith(top)).toList();
  }

  /** Of the mounts at the path or below it the one that is nearest to it, and on top. */
  public Optional<Mount> highest(Path top) {
    Mount found = null;
    for (Mount mount : at(top)) {
      boolean nearer =
          found == null || mount.point().getNameCount() <= found.point().getNameCount();
      if (nearer) {
        found = mount;
      }
    }
    return Optional.ofNullable(found);
  }

  /** The mount that the path is on, which must be a real one; of several the one on top. */
  public Optional<Mount> holding(Path path) {
    Mount found = null;
    for (Mount mount : mounts) {
      boolean nearer =
          found == null || mount.point().getNameCount() >= found.point().getNameCount();
      if (path.startsWith(mount.point()) && nearer) {
        found = mount;
      }
    }
    return Optional.ofNullable(found);
  }

  /** The mounts at the path or below it that have copies elsewhere, outermost first. */
  public List<Mount> copiedOutOf(Path top) {
    Set<Integer> outside =
        mounts.stream()
            .filter(mount -> mount.shared() && !mount.point().startsWith(top))
            .map(Mount::peers)
            .collect(Collectors.toSet());
    return at(top).stream()
        .filter(mount -> outside.contains(mount.peers()))
        .sorted(Comparator.comparingInt(mount -> mount.point().getNameCount()))
        .toList();
  }

  /** Whether something is mounted exactly there; the path must be a real one. */
  public boolean has(Path point) {
    return mounts.stream().anyMatch(mount -> mount.point().equals(point));
  }

  /** The other mounts at which the same is seen as at this point, which must be a real path. */
  public List<Mount> copies(Path point) {
    List<String> seen =
        mounts.stream().filter(mount -> mount.point().equals(point)).map(Mount::content).toList();
    return mounts.stream()
        .filter(mount -> !mount.content().isEmpty() && seen.contains(mount.content()))
        .filter(other -> !other.point().equals(point))
        .toList();
  }

  /** A line is: id parent device root point options [tags] - type source options. */
  private static Mount mount(String line) {
    int middle = line.indexOf(SEPARATOR);
    String[] fields = line.substring(0, Math.max(middle, 0)).split(" ", -1);
    if (fields.length < 5) {
      throw new IllegalArgumentException("not a line of a mount table: " + line);
    }
    String[] of = line.substring(middle + SEPARATOR.length()).split(" ", 3);
    return new Mount(
        PathBytes.path(unescaped(fields[4]).getBytes(StandardCharsets.ISO_8859_1)),
        of[0],
        of.length > 1 ? text(unescaped(of[1])) : "none",
        peers(fields),
        of.length > 2 && ("," + of[2] + ",").contains(",seclabel,"),
        of.length > 2 ? label(of[2]) : "",
        fields[2] + " " + unescaped(fields[3]));
  }

  private static int peers(String[] fields) {
    return Arrays.stream(fields)
        .skip(FIRST_TAG)
        .filter(tag -> tag.startsWith(SHARED))
        .mapToInt(tag -> Integer.parseInt(tag.substring(SHARED.length())))
        .findFirst()
        .orElse(0);
  }

  private static String text(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String label(String options) {
    if (!options.contains("context=")) {
      return "";
    }
    Matcher found = LABEL.matcher(options);
    return found.find() ? found.group(1).replace("\"", "") : "";
  }

  private static String unescaped(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    return field
        .replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }
}
