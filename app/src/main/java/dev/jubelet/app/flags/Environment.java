package dev.jubelet.app.flags;

import java.nio.file.Path;

/**
 * What the process was started in.
 *
 * @param workingDirectory what relative paths on the command line start from; absolute
 */
public record Environment(Path workingDirectory) {
  public static Environment ofProcess() {
    return new Environment(Path.of("").toAbsolutePath());
  }
}
