package dev.jubelet.it.node;

import dev.jubelet.testing.node.Distribution;
import dev.jubelet.testing.time.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A {@code jubelet run} whose lines are read while it goes on.
 *
 * <p>Thread: the test's; a virtual one reads. Owns: the process.
 */
final class RunningCommand implements AutoCloseable {
  private static final Duration PATIENCE = Patience.of(Duration.ofSeconds(60));

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> read = new ArrayList<>();
  private final Thread reader;

  RunningCommand(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(Distribution.jubelet().toString(), "run"));
    command.addAll(arguments);
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reader = Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try (BufferedReader from = process.inputReader()) {
      from.lines().forEach(lines::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the next line with this text. */
  String awaitLine(String text) throws InterruptedException {
    while (true) {
      String line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("no line with \"" + text + "\" in " + read);
      }
      read.add(line);
      if (line.contains(text)) {
        return line;
      }
    }
  }

  /** Sends a signal as a terminal, a service manager or an impatient person does. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Waits for the end and returns the exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("did not end: " + output());
    }
    reader.join();
    return process.exitValue();
  }

  /** Every line so far. */
  List<String> output() {
    lines.drainTo(read);
    return read;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
