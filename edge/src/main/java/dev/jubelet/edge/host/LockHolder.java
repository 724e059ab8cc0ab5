package dev.jubelet.edge.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Which process has a lock on a file, as the kernel lists it. For messages only: it may have ended
 * by then, or be of another pid namespace and so unknown.
 */
public final class LockHolder {
  private static final Path LOCKS = Path.of("/proc/locks");

  /** Number, kind, strictness, access, pid, then major:minor:inode. */
  private static final int PID = 4;

  private static final int FILE = 5;

  private LockHolder() {}

  public static OptionalLong of(Path file) {
    return of(file, LOCKS);
  }

  static OptionalLong of(Path file, Path locks) {
    try {
      Map<String, Object> found = Files.readAttributes(file, "unix:dev,ino");
      String identity = identity(number(found, "dev"), number(found, "ino"));
      return Files.readAllLines(locks).stream()
          .map(line -> line.trim().split("\\s+"))
          .filter(words -> words.length > FILE && words[FILE].equals(identity))
          .mapToLong(words -> Long.parseLong(words[PID]))
          .filter(pid -> pid > 0)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private static long number(Map<String, Object> attributes, String name) {
    return (long) Objects.requireNonNull(attributes.get(name), "Linux has inodes");
  }

  /** The two numbers of a device are spread over its bits. */
  private static String identity(long device, long inode) {
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
    return "%02x:%02x:%d".formatted(major, minor, inode);
  }
}
