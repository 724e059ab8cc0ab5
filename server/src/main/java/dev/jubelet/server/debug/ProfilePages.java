package dev.jubelet.server.debug;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * {@code /debug/pprof/}: profiles of this process. Each costs time and memory, so only one is made
 * at a time, and none for long.
 *
 * <p>Thread: the connection's. Owns: the right to make a profile.
 */
public final class ProfilePages {
  private static final String AREA = "/debug/pprof";
  private static final int LONGEST_SECONDS = 120;
  private static final int USUAL_SECONDS = 30;
  private static final int TRACE_SECONDS = 1;
  private static final String INDEX =
      """
      Profiles of the kubelet, which is a Java program:
      threads (also: goroutine)           the stacks of all threads
      heap (also: allocs, histogram)      the number and size of objects of each class
      profile?seconds=30, trace?seconds=1 a recording for JDK Mission Control or `jfr print`
      cmdline                             the command line, its words parted by zero bytes
      """;

  private final Timers timers;
  private final Semaphore turn = new Semaphore(1);

  public ProfilePages(Timers timers) {
    this.timers = timers;
  }

  public void addTo(Router.Builder routes) {
    routes.get(AREA, exchange -> exchange.text(200, INDEX));
    routes.get(AREA + "/", exchange -> exchange.text(200, INDEX));
    routes.get(AREA + "/{name}", this::profile);
  }

  /** The same paths, where nobody may look. */
  public static void addDisabled(Router.Builder routes) {
    routes.any(AREA + "/*", exchange -> exchange.text(405, "profiling endpoint is disabled.\n"));
  }

  private void profile(Exchange exchange) throws IOException {
    switch (exchange.captured("name")) {
      case "cmdline" -> exchange.text(200, commandLine());
      case "threads", "goroutine" -> exchange.text(200, alone(ProfilePages::threads));
      case "heap", "allocs", "histogram" ->
          exchange.text(200, alone(ProcessProfiles::heapHistogram));
      case "profile" -> record(exchange, seconds(exchange, USUAL_SECONDS));
      case "trace" -> record(exchange, seconds(exchange, TRACE_SECONDS));
      default -> throw new Refusal(404, "Unknown profile\n");
    }
  }

  private static String commandLine() {
    ProcessHandle.Info own = ProcessHandle.current().info();
    return own.command().orElse("")
        + own.arguments().map(words -> "\0" + String.join("\0", words)).orElse("");
  }

  /** Makes a profile as text. */
  private interface Profile {
    String make() throws IOException;
  }

  /** The right to make a profile, until it is given back; a second time does nothing. */
  private final class Turn implements AutoCloseable {
    private boolean mine = turn.tryAcquire();

    Turn() {
      if (!mine) {
        throw new Refusal(429, "another profile is being made: ask again when it is done\n");
      }
    }

    void end() {
      if (mine) {
        mine = false;
        turn.release();
      }
    }

    @Override
    public void close() {
      end();
    }
  }

  private String alone(Profile profile) throws IOException {
    try (Turn _ = new Turn()) {
      return profile.make();
    }
  }

  private static String threads() throws IOException {
    Path directory = Files.createTempDirectory("kubelet-threads");
    Path file = directory.resolve("threads.txt");
    try {
      ProcessProfiles.dumpThreads(file);
      return Files.readString(file, StandardCharsets.UTF_8);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }

  /** The turn ends with the recording: a client that reads slowly keeps nobody from the next. */
  private void record(Exchange exchange, int seconds) throws IOException {
    try (Turn mine = new Turn()) {
      Path file = Files.createTempFile("kubelet", ".jfr");
      try (FlightRecording recording = FlightRecording.start();
          OutputStream out = begin(exchange, Duration.ofSeconds(seconds))) {
        recording.finish(file);
        mine.end();
        Files.copy(file, out);
      } finally {
        Files.delete(file);
      }
    }
  }

  private static int seconds(Exchange exchange, int usual) {
    String text = exchange.request().query().first("seconds").orElse("");
    if (text.isEmpty()) {
      return usual;
    }
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new Refusal(400, "seconds must be a positive whole number\n");
    }
    int seconds = Integer.parseInt(text);
    if (seconds > LONGEST_SECONDS) {
      throw new Refusal(
          400, "a recording takes at most %d seconds here\n".formatted(LONGEST_SECONDS));
    }
    return seconds;
  }

  /** Begins the answer and waits for the time to pass, or for the client to go. */
  private OutputStream begin(Exchange exchange, Duration time) throws IOException {
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending end = timers.after(time, over::countDown);
    try {
      OutputStream out =
          exchange
              .response()
              .status(200)
              .header("Content-Type", "application/octet-stream")
              .header("X-Content-Type-Options", "nosniff")
              .header("Content-Disposition", "attachment; filename=\"kubelet.jfr\"")
              .stream(over::countDown);
      over.await();
      return out;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a recording was made");
    } finally {
      end.cancel();
    }
  }
}
