package dev.jubelet.edge.host;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs programs as children of this process, with their input and both their outputs piped.
 *
 * <p>Thread: any; blocks until the program has ended.
 */
public final class PipedProcesses implements PipedPrograms {
  private static final Logger log = LoggerFactory.getLogger(PipedProcesses.class);
  private static final int MOST_OUTPUT = 1 << 20;
  private static final int MOST_ERRORS = 1 << 12;
  private static final long LAST_WORDS_SECONDS = 1;

  @Override
  public Ended run(Call call) throws InterruptedException {
    String name = call.command().getFirst();
    ProcessBuilder builder = new ProcessBuilder(call.command());
    builder.environment().putAll(call.environment());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new HostException(
          HostException.Kind.NOT_FOUND, "cannot run " + name + ": " + e.getMessage(), e);
    }
    try {
      FutureTask<byte[]> output = reading(name, process.getInputStream(), MOST_OUTPUT + 1);
      FutureTask<byte[]> errors = reading(name, process.getErrorStream(), MOST_ERRORS);
      write(process, call.input().toByteArray());
      if (!process.waitFor(call.patience().toMillis(), TimeUnit.MILLISECONDS)) {
        throw unreadable(
            "did not end within %d s and was killed".formatted(call.patience().toSeconds()));
      }
      return new Ended(
          process.exitValue(),
          ByteString.copyFrom(whole(lastWords(output))),
          text(lastWords(errors)));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static FutureTask<byte[]> reading(String name, InputStream in, int most) {
    FutureTask<byte[]> task =
        new FutureTask<>(
            () -> {
              byte[] bytes = in.readNBytes(most);
              in.transferTo(OutputStream.nullOutputStream());
              return bytes;
            });
    Thread.ofVirtual().name("output of " + name).start(task);
    return task;
  }

  /** A program need not read its input; one that ends before is judged by how it ended. */
  private static void write(Process process, byte[] input) {
    Thread.ofVirtual()
        .name("input of " + process.pid())
        .start(
            () -> {
              try (OutputStream out = process.getOutputStream()) {
                out.write(input);
              } catch (IOException e) {
                log.atTrace().setCause(e).log("A program did not read all of its input");
              }
            });
  }

  /** A child of the program may live on and keep its output open; nobody waits for that. */
  private static byte[] lastWords(FutureTask<byte[]> output) throws InterruptedException {
    try {
      return output.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new HostException(
          HostException.Kind.UNREADABLE, "what it printed cannot be read", e.getCause());
    } catch (TimeoutException e) {
      throw unreadable("ended, but a process that it started keeps its output open");
    }
  }

  private static byte[] whole(byte[] output) {
    if (output.length > MOST_OUTPUT) {
      throw unreadable("printed more than " + MOST_OUTPUT + " bytes");
    }
    return output;
  }

  private static String text(byte[] errors) {
    return new String(errors, StandardCharsets.UTF_8).strip();
  }

  private static HostException unreadable(String message) {
    return new HostException(HostException.Kind.UNREADABLE, message);
  }
}
