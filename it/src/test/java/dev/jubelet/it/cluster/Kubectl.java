package dev.jubelet.it.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kubectl that runs beside the test.
 *
 * <p>Thread: the test's. Owns: the process; {@link #close} ends it.
 */
final class Kubectl implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  private Kubectl(List<String> command) {
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      output = process.inputReader(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Kubectl start(Cluster cluster, String... arguments) {
    return new Kubectl(cluster.plane().kubectlCommand(arguments));
  }

  /** What it says when it gets that as its input. */
  String say(String input) {
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rest();
  }

  /** Reads until a line has that, and returns its first group. */
  String awaitLine(Pattern pattern) {
    try {
      StringBuilder said = new StringBuilder();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        Matcher found = pattern.matcher(line);
        if (found.find()) {
          return found.group(1);
        }
        said.append(line).append('\n');
      }
      throw new AssertionError("kubectl never said " + pattern + " but:\n" + said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String rest() {
    return String.join("\n", output.lines().toList());
  }

  /** Waits for its end. */
  int exitCode() {
    try {
      rest();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("kubectl does not end");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
