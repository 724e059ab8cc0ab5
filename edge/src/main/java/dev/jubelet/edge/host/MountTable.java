package dev.jubelet.edge.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is mounted where, as the kernel tells this process at one moment. */
public record MountTable(List<Mount> mounts) {
  private static final int FIRST_TAG = 6;
  private static final String SEPARATOR = " - ";
  // In quotes when there are commas in it.
  private static final Pattern LABEL = Pattern.compile("(?:^|,)context=(\"[^\"]*\"|[^,]*)");

  public static final Path FILE = Path.of("/proc/self/mountinfo");

  /**
   * One mount.
   *
   * @param type that of its filesystem
   * @param source what is mounted, such as a device
   * @param shared whether mounts below it are seen in all copies of it
   * @param labelled whether its files have SELinux labels of their own
   * @param label the SELinux label that all its files have by the mount; empty for none
   * @param content the device and the directory on it that are seen there; empty when not known
   */
  public record Mount(
      Path point,
      String type,
      String source,
      boolean shared,
      boolean labelled,
      String label,
      String content) {
    public Mount(
        Path point, String type, String source, boolean shared, boolean labelled, String label) {
      this(point, type, source, shared, labelled, label, "");
    }

    public Mount(Path point, String type, String source, boolean shared) {
      this(point, type, source, shared, false, "");
    }

    public Mount(Path point, String type, String source) {
      this(point, type, source, false);
    }

    public Mount(Path point, String type) {
      this(point, type, "none");
    }
  }

  public MountTable {
    mounts = List.copyOf(mounts);
  }

  public static MountTable read(Path file) {
    try {
      return new MountTable(Files.readAllLines(file).stream().map(MountTable::mount).toList());
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

  /** Whether something is mounted exactly there; the path must be a real one. */
  public boolean has(Path point) {
    return mounts.stream().anyMatch(mount -> mount.point().equals(point));
  }

  /** The other mounts at which the same is seen as at this point, which must be a real path. */
  public List<Path> copies(Path point) {
    List<String> seen =
        mounts.stream().filter(mount -> mount.point().equals(point)).map(Mount::content).toList();
    return mounts.stream()
        .filter(mount -> !mount.content().isEmpty() && seen.contains(mount.content()))
        .map(Mount::point)
        .filter(other -> !other.equals(point))
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
        Path.of(unescaped(fields[4])),
        of[0],
        of.length > 1 ? unescaped(of[1]) : "none",
        Arrays.stream(fields).skip(FIRST_TAG).anyMatch(tag -> tag.startsWith("shared:")),
        of.length > 2 && ("," + of[2] + ",").contains(",seclabel,"),
        of.length > 2 ? label(of[2]) : "",
        fields[2] + " " + unescaped(fields[3]));
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
