package dev.jubelet.edge.systemd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journal with the journal's own program, for one who asks. Arguments are handed over one
 * by one and each value in one piece with its option, so that no value can become an option.
 *
 * <p>Thread: the one that reads; any may close. Owns: the program while it runs.
 */
public final class JournalReader implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JournalReader.class);

  /** The usual program. */
  public static final String PROGRAM = "journalctl";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-M-d H:m:s 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final String program;

  @GuardedBy("this")
  private @Nullable Process process;

  @GuardedBy("this")
  private boolean closed;

  /** What is wanted of the journal; what is null is not restricted. */
  public record Selection(
      List<String> units,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable Integer lastLines,
      @Nullable String pattern,
      @Nullable Integer boot) {

    List<String> arguments() {
      List<String> arguments = new ArrayList<>();
      arguments.addAll(List.of("--utc", "--no-pager", "--output=short-precise"));
      if (since != null) {
        arguments.add("--since=" + TIME.format(since));
      }
      if (until != null) {
        arguments.add("--until=" + TIME.format(until));
      }
      if (lastLines != null) {
        arguments.add("--pager-end");
        arguments.add("--lines=" + lastLines);
      }
      units.forEach(unit -> arguments.add("--unit=" + unit));
      if (pattern != null) {
        arguments.add("--grep=" + pattern);
      }
      if (boot != null) {
        arguments.add("--boot=" + boot);
      }
      return arguments;
    }
  }

  public JournalReader(String program) {
    this.program = program;
  }

  /** Whether a service has written to the journal; false also where there is no journal. */
  public boolean hasService(String name) {
    try {
      Process listing = start(List.of("--field", "_SYSTEMD_UNIT"));
      try (BufferedReader units =
          new BufferedReader(
              new InputStreamReader(listing.getInputStream(), StandardCharsets.UTF_8))) {
        return units.lines().anyMatch((name + ".service")::equals);
      } finally {
        listing.destroyForcibly();
      }
    } catch (IOException e) {
      log.atDebug().setCause(e).addKeyValue("program", program).log("journalctl not found");
      return false;
    }
  }

  /**
   * Writes what is selected, and what the program has to complain about. Ends early when closed.
   *
   * @throws IOException when the program cannot be run, or the output cannot be written to
   */
  public void copy(Selection selection, OutputStream out) throws IOException {
    Process reading = start(selection.arguments());
    try {
      reading.getInputStream().transferTo(out);
    } finally {
      reading.destroyForcibly();
    }
  }

  private synchronized Process start(List<String> arguments) throws IOException {
    if (closed) {
      throw new IOException("nobody waits for the journal any more");
    }
    List<String> command = new ArrayList<>();
    command.add(program);
    command.addAll(arguments);
    Process started =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .start();
    process = started;
    return started;
  }

  /** Ends the program that runs; none is started afterwards. Does not block. */
  @Override
  public synchronized void close() {
    closed = true;
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
