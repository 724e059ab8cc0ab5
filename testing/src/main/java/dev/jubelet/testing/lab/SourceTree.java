package dev.jubelet.testing.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds files of the tree that the tests belong to; they run in a module's directory. */
final class SourceTree {
  private SourceTree() {}

  /** An executable file, found in the working directory or above. */
  static Path executable(Path relative) {
    for (@Nullable Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isExecutable(at.resolve(relative))) {
        return at.resolve(relative);
      }
    }
    throw new LabException(
        "no " + relative + " in or above " + Path.of("").toAbsolutePath() + " (is ./build done?)");
  }
}
