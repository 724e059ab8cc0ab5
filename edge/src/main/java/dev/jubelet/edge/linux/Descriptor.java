package dev.jubelet.edge.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;

/**
 * A file or directory held open, so that it stays the same one whatever happens to its names.
 *
 * <p>Thread: one at a time. Owns: a file descriptor until {@link #close}.
 */
public final class Descriptor implements AutoCloseable {
  private static final int CURRENT_DIRECTORY = -100;
  private static final long ONLY_A_PLACE = 0x200000;
  private static final long CLOSE_ON_EXEC = 0x80000;
  private static final long NO_OTHER_MOUNT = 0x01;
  private static final long NO_MAGIC_LINKS = 0x02;
  private static final long NO_LINKS = 0x04;
  private static final long BENEATH = 0x08;
  private static final long IN_ROOT = 0x10;
  private static final int TRIES = 64;
  private static final int FILE_TYPE = 0170000;
  private static final int DIRECTORY = 0040000;

  private final int number;

  /** What tells a file from every other. */
  public record Identity(Object deviceAndInode) {}

  /**
   * Who may do what with a file.
   *
   * @param mode type and permissions
   */
  public record Rights(int mode, int gid) {
    public boolean isDirectory() {
      return (mode & FILE_TYPE) == DIRECTORY;
    }
  }

  private Descriptor(int number) {
    this.number = number;
  }

  /** Opens what the path leads to, links followed. */
  public static Descriptor open(Path path) {
    return new Descriptor(Native.open(CURRENT_DIRECTORY, path, ONLY_A_PLACE | CLOSE_ON_EXEC, 0));
  }

  /**
   * Opens a path below this directory. Links are followed as long as they stay below; the kernel
   * sees to it, also while names change under its hands. Fails with {@link
   * LinuxException.Kind#ESCAPES} when the path leads out.
   */
  public Descriptor openBeneath(String path) {
    return open(path, BENEATH);
  }

  /**
   * Opens an entry of this directory; a link is refused with {@link LinuxException.Kind#ESCAPES}.
   */
  public Descriptor openEntry(Path name) {
    return openEntry(name, 0);
  }

  /**
   * The same, but nothing that is mounted there is entered either, whatever file system it is of:
   * that is refused as well.
   */
  public Descriptor openEntryOfSameMount(Path name) {
    return openEntry(name, NO_OTHER_MOUNT);
  }

  private Descriptor openEntry(Path name, long more) {
    return new Descriptor(
        Native.open(
            number,
            name,
            ONLY_A_PLACE | CLOSE_ON_EXEC,
            BENEATH | NO_MAGIC_LINKS | NO_LINKS | more));
  }

  /**
   * Opens a path as if this directory were the root of all files: links that would lead out lead to
   * somewhere below instead.
   */
  public Descriptor openAsInRoot(String path) {
    return open(path, IN_ROOT);
  }

  /** Names that change meanwhile let the kernel give up; then it is asked again. */
  private Descriptor open(String path, long resolve) {
    for (int i = 1; ; i++) {
      try {
        return new Descriptor(
            Native.open(number, path, ONLY_A_PLACE | CLOSE_ON_EXEC, resolve | NO_MAGIC_LINKS));
      } catch (LinuxException e) {
        if (e.kind() != LinuxException.Kind.CHANGED || i == TRIES) {
          throw e;
        }
      }
    }
  }

  /** Makes a directory of exactly this mode in this one. */
  public void makeDirectory(String name, int mode) throws IOException {
    Native.makeDirectory(number, name, 0700);
    try (Descriptor made = openEntry(Path.of(name))) {
      Files.setAttribute(made.path(), "unix:mode", mode);
    }
  }

  public boolean isDirectory() throws IOException {
    return rights().isDirectory();
  }

  /** Type and permissions. */
  public int mode() throws IOException {
    return rights().mode();
  }

  public Rights rights() throws IOException {
    Map<String, Object> found = Files.readAttributes(path(), "unix:mode,gid");
    return new Rights(
        (int) Objects.requireNonNull(found.get("mode")),
        (int) Objects.requireNonNull(found.get("gid")));
  }

  public Identity identity() throws IOException {
    return identity(path());
  }

  /** Of what the path leads to. */
  public static Identity identity(Path path) throws IOException {
    Object deviceAndInode = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return new Identity(Objects.requireNonNull(deviceAndInode, "Linux has inodes"));
  }

  /** A path to what is open, for calls of this process that want one. */
  public Path path() {
    return Path.of("/proc/self/fd", Integer.toString(number));
  }

  @Override
  public void close() {
    Native.close(number);
  }
}
