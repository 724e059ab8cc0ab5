package dev.jubelet.image.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;

/** By what a changed archive is told from the one that was imported. */
record ArchiveStamp(long sizeBytes, Instant modified) {

  /** Empty when the file has gone, or is no plain file. */
  static Optional<ArchiveStamp> of(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.isRegularFile()
          ? Optional.of(new ArchiveStamp(found.size(), found.lastModifiedTime().toInstant()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
