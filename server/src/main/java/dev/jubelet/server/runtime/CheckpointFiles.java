package dev.jubelet.server.runtime;

import dev.jubelet.base.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.temporal.ChronoUnit;

/**
 * Names for checkpoints of containers. They hold the memory of processes: only root may look.
 *
 * <p>Thread: any.
 */
public final class CheckpointFiles {
  private final Path directory;
  private final Timers timers;

  public CheckpointFiles(Path directory, Timers timers) {
    this.directory = directory;
    this.timers = timers;
  }

  /** The file for a checkpoint taken now; its directory is there, it is not. */
  String next(String podFullName, String container) {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the directory " + directory, e);
    }
    String time = timers.now().truncatedTo(ChronoUnit.SECONDS).toString();
    String name = "checkpoint-%s-%s-%s.tar".formatted(podFullName, container, time);
    return directory.resolve(name).toString();
  }
}
