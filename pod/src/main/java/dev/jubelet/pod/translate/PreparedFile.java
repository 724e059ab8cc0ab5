package dev.jubelet.pod.translate;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file that must stand on the host before the container is created, as a mount shows it. */
public record PreparedFile(Path path, String content, Set<PosixFilePermission> permissions) {
  public PreparedFile {
    permissions = Set.copyOf(permissions);
  }

  static PreparedFile readable(Path path, String content) {
    return new PreparedFile(path, content, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** Empty, and any user of the container may write to it. */
  static PreparedFile writable(Path path) {
    return new PreparedFile(path, "", PosixFilePermissions.fromString("rw-rw-rw-"));
  }
}
