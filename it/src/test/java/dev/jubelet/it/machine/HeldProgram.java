package dev.jubelet.it.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/**
 * Stands before a program of the machine and holds up its first call that has a certain word, so
 * that a test can do something in the middle of what the agent does.
 *
 * <p>Thread: the test's. Owns: its directory and the process that is held up.
 */
final class HeldProgram implements AutoCloseable {
  private final Path directory;

  private HeldProgram(Path directory) {
    this.directory = directory;
  }

  static HeldProgram of(String program, String word) {
    try {
      Path directory = Files.createTempDirectory("held");
      Path script =
          Files.writeString(
              directory.resolve(program),
              """
              #!/bin/sh
              case " $* " in
                *"%2$s"*)
                  if mkdir "%1$s/once" 2>/dev/null; then
                    echo $$ >"%1$s/pid.new"
                    mv "%1$s/pid.new" "%1$s/pid"
                    while :; do sleep 1; done
                  fi ;;
              esac
              exec %3$s "$@"
              """
                  .formatted(directory, word, Machine.program(program)));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
      return new HeldProgram(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The variable PATH of an agent that is to find this one first. */
  String path() {
    return directory + ":/usr/sbin:/usr/bin:/sbin:/bin";
  }

  /** Whether the call has come. */
  boolean holds() {
    return Files.exists(directory.resolve("pid"));
  }

  /** The program never does its work. */
  @Override
  public void close() {
    try {
      if (holds()) {
        long pid = Long.parseLong(Machine.read(directory.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      }
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
