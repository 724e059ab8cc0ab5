package dev.jubelet.edge.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs programs as children of this process, without input and in the language C, so that what they
 * print can be read by programs.
 *
 * <p>Thread: any; blocks until the program has ended.
 */
public record ProcessCommands(Duration patience) implements HostCommands {
  private static final int MOST_OUTPUT = 1 << 20;
  private static final long LAST_WORDS_SECONDS = 1;

  @Override
  public Result run(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C");
    builder.redirectInput(new File("/dev/null")).redirectErrorStream(true);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new HostException(
          HostException.Kind.NOT_FOUND, "cannot run " + command.getFirst() + ": it is missing", e);
    }
    FutureTask<String> output = new FutureTask<>(() -> read(process.getInputStream()));
    Thread.ofVirtual().name("output of " + command.getFirst()).start(output);
    return result(command.getFirst(), process, output);
  }

  private Result result(String name, Process process, FutureTask<String> output) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw late(name);
      }
      return new Result(process.exitValue(), lastWords(output));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HostException(
          HostException.Kind.UNREADABLE, "interrupted while " + name + " ran", e);
    } catch (ExecutionException e) {
      throw new HostException(
          HostException.Kind.UNREADABLE, "cannot read what " + name + " printed", e.getCause());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** A child of the program may live on and keep its output open; nobody waits for that. */
  private static String lastWords(FutureTask<String> output)
      throws InterruptedException, ExecutionException {
    try {
      return output.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return "";
    }
  }

  private HostException late(String name) {
    return new HostException(
        HostException.Kind.UNREADABLE,
        name + " did not end within " + patience.toSeconds() + " s and was killed");
  }

  private static String read(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_OUTPUT);
    in.transferTo(OutputStream.nullOutputStream());
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
