package dev.jubelet.testing.lab;

import dev.jubelet.testing.time.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs a command of the lab to its end. Output goes through files and not pipes: a daemon that the
 * command leaves behind may hold a pipe open for ever.
 *
 * <p>Thread: the caller's, which blocks.
 */
final class LabCommand {
  private static final Duration DEADLINE = Patience.of(Duration.ofMinutes(2));

  /** What a command said and how it ended. */
  record Outcome(int exitCode, String output, String errors) {
    /** Its output, or a failure in its own words. */
    String orThrow(List<String> command) {
      if (exitCode != 0) {
        throw new LabException(
            "'%s' ended with %d: %s%s"
                .formatted(String.join(" ", command), exitCode, errors, output));
      }
      return output;
    }
  }

  private LabCommand() {}

  static Outcome run(List<String> command) {
    try {
      Path output = Files.createTempFile("lab", ".out");
      Path errors = Files.createTempFile("lab", ".err");
      try {
        int exitCode = await(start(command, output, errors), command);
        return new Outcome(exitCode, text(output), text(errors));
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new LabException("could not run " + command, e);
    }
  }

  private static Process start(List<String> command, Path output, Path errors) throws IOException {
    return new ProcessBuilder(command)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(output.toFile())
        .redirectError(errors.toFile())
        .start();
  }

  private static int await(Process process, List<String> command) {
    try {
      if (!process.waitFor(DEADLINE)) {
        process.destroyForcibly();
        throw new LabException(command + " took longer than " + DEADLINE.toSeconds() + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while waiting for " + command, e);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
