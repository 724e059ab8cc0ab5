package dev.jubelet.volume.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Directories that are closed to other users. Thread: any. */
public final class PrivateDirectory {
  static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rwxr-x---");
  static final FileAttribute<Set<PosixFilePermission>> ATTRIBUTE =
      PosixFilePermissions.asFileAttribute(MODE);

  private PrivateDirectory() {}

  /** Creates the directory and those above it, where there are none. */
  public static Path create(Path directory) throws IOException {
    return Files.createDirectories(directory, ATTRIBUTE);
  }
}
