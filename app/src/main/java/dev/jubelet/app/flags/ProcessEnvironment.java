package dev.jubelet.app.flags;

import java.nio.file.Path;

/**
 * What the process was started in.
 *
 * @param workingDirectory what relative paths on the command line start from; absolute
 */
public record ProcessEnvironment(Path workingDirectory) {
  public static ProcessEnvironment ofProcess() {
    return new ProcessEnvironment(Path.of("").toAbsolutePath());
  }
}
