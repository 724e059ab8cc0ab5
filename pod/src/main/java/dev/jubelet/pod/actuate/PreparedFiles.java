package dev.jubelet.pod.actuate;

import dev.jubelet.pod.translate.PreparedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * Writes the small files that mounts of a container show. A file is overwritten in place, because
 * containers that already run have it mounted.
 */
final class PreparedFiles {
  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---"));

  private PreparedFiles() {}

  static void write(List<PreparedFile> files) {
    for (PreparedFile file : files) {
      Path path = file.path();
      try {
        Files.createDirectories(path.getParent(), DIRECTORY);
        Files.writeString(path, file.content());
        Files.setPosixFilePermissions(path, file.permissions());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + path, e);
      }
    }
  }
}
