package dev.jubelet.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A FlexVolume driver whose volumes a controller attaches: memory that it mounts as if it were a
 * device, and that the agent shows to pods. It writes down what it is asked.
 *
 * <p>Thread: the test's. Owns: a directory for drivers.
 */
final class FlexDisk implements AutoCloseable {
  static final String NAME = "acme/disk";

  private static final String DRIVER =
      """
      #!/bin/sh
      echo "$1 $2" >> "${0%/*}/calls"
      case $1 in
        init) echo '{"status": "Success"}' ;;
        mountdevice) mount -t tmpfs acme-disk "$2" && echo '{"status": "Success"}' ;;
        unmountdevice) umount "$2" && echo '{"status": "Success"}' ;;
        *) echo '{"status": "Not supported"}' ;;
      esac
      """;

  private final Path directory;
  private final Path program;

  FlexDisk() {
    try {
      directory = Files.createTempDirectory("drivers");
      program = Files.createDirectory(directory.resolve("acme~disk")).resolve("disk");
      Files.writeString(program, DRIVER);
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path directory() {
    return directory;
  }

  /** Each call with its first argument. */
  String calls() {
    try {
      return Files.readString(program.resolveSibling("calls"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(program.resolveSibling("calls"));
      Files.delete(program);
      Files.delete(program.resolveSibling(""));
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
