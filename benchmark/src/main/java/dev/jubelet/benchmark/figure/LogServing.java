package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.BareTls;
import dev.jubelet.benchmark.node.LogFollower;
import dev.jubelet.benchmark.node.LogText;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How fast the agent serves a log. No runtime writes as fast as that: here a program writes the
 * runtime's file. A hundred megabytes are to come within a second.
 */
final class LogServing {
  private static final String NAME = "served";
  private static final int MEGABYTES = 100;
  private static final int LINES = (MEGABYTES << 20) / (int) LogFollowing.BYTES_PER_LINE;
  private static final Target A_SECOND = new Target.AtMost(Quantity.of(Duration.ofSeconds(1)));

  private final Bench bench;
  private final Path file;
  private final List<Row> rows = new ArrayList<>();
  private int lines;

  private LogServing(Bench bench, Path file) {
    this.bench = bench;
    this.file = file;
  }

  static List<Row> measure(Bench bench) {
    OnePod pod = OnePod.start(bench, NAME, Workload.WILLING);
    LogServing serving = new LogServing(bench, LogFollowing.log(bench, NAME));
    serving.measure();
    pod.end();
    return serving.rows;
  }

  private void measure() {
    bench.say("following %d MB of a log".formatted(MEGABYTES));
    write();
    // What the agent compiles in its first seconds is no figure of logs.
    Duration _ = time(follower(this::overSocket));
    Duration _ = time(follower(this::overHttps));
    ProcessUse use = bench.node().agentUse();
    long memory = use.rss();
    served("over HTTPS", this::overHttps, bare(LogFollowing.LINE));
    served(
        "with timestamps",
        query -> overHttps(query + "&timestamps=true"),
        bare(LogText.TIME + " " + LogFollowing.LINE));
    served("over the local socket", this::overSocket, null);
    written();
    rows.add(Row.known("· growth of its RSS", 1, Quantity.kilobytes(use.rss() - memory)));
  }

  /** One that stands before the beginning of the log. */
  private static LogFollower follower(Function<String, LogFollower> way) {
    return way.apply("follow=true");
  }

  private LogFollower overHttps(String query) {
    return LogFollower.overHttps(
        bench.node().node().mainPort(), LogFollowing.target(NAME, query), LogFollowing.MARK);
  }

  private LogFollower overSocket(String query) {
    return LogFollower.overSocket(
        bench.node().node().root().resolve("jubelet.sock"),
        LogFollowing.target(NAME, query),
        LogFollowing.MARK);
  }

  /** The same line as often, from a program that does nothing but TLS. */
  private Duration bare(String line) {
    try (BareTls floor = BareTls.start(bench.node().node().pid(), line)) {
      Duration _ = time(LogFollower.overHttps(floor.port(), "/", LogFollowing.MARK));
      return time(LogFollower.overHttps(floor.port(), "/", LogFollowing.MARK));
    }
  }

  private void served(String how, Function<String, LogFollower> way, @Nullable Duration floor) {
    ProcessUse use = bench.node().agentUse();
    Duration processor = use.cpu();
    Duration took = time(follower(way));
    Duration used = use.cpu().minus(processor);
    String size = "%d MB of log that is there, %s".formatted(MEGABYTES, how);
    rows.add(
        new Row(size, 1, Quantity.of(took), floor == null ? null : Quantity.of(floor), A_SECOND));
    rows.add(Row.known("· the agent's processor time", 1, Quantity.of(used)));
  }

  private Duration time(LogFollower follower) {
    try (follower) {
      long begun = bench.node().timers().nanoTime();
      follower.await(lines);
      return Duration.ofNanos(bench.node().timers().nanoTime() - begun);
    }
  }

  /** Follows from here on what is written now, beside the writing alone. */
  private void written() {
    long begun = bench.node().timers().nanoTime();
    write();
    Duration alone = Duration.ofNanos(bench.node().timers().nanoTime() - begun);
    try (LogFollower follower = overHttps("follow=true&tailLines=1")) {
      follower.await(1);
      ProcessUse use = bench.node().agentUse();
      Duration processor = use.cpu();
      begun = bench.node().timers().nanoTime();
      Thread writer = Thread.ofPlatform().start(this::write);
      follower.await(1L + LINES);
      Duration took = Duration.ofNanos(bench.node().timers().nanoTime() - begun);
      Duration used = use.cpu().minus(processor);
      bench.pauses().await("the writer has ended", Duration.ofMillis(5), () -> !writer.isAlive());
      String size = "%d MB of log followed while a program writes".formatted(MEGABYTES);
      rows.add(new Row(size, 1, Quantity.of(took), Quantity.of(alone), A_SECOND));
      rows.add(Row.known("· the agent's processor time", 1, Quantity.of(used)));
    }
  }

  private void write() {
    LogText.append(file, LogFollowing.LINE, LINES);
    lines += LINES;
  }
}
