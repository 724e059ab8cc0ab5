package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.LogText;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the rotation of logs costs the agent: a program makes the logs of all pods large, twice, so
 * that each is renamed, and its predecessor compressed the second time.
 */
public final class LogRotating implements Figure {
  private static final int MEGABYTES = 10;
  private static final int LINES = (MEGABYTES << 20) / (int) LogFollowing.BYTES_PER_LINE;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
  private static final int ROUNDS = 2;

  /** What a hundred logs are taken to write together. */
  private static final double BYTES_PER_SECOND = 100 * 1024;

  private static final Target A_PERCENT = new Target.AtMost(Quantity.percent(1));

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().be();
    bench.node().stopAgent();
    bench.crowd().agentRestarted();
    bench
        .node()
        .startAgentWith(
            List.of("--container-log-max-size=" + MEGABYTES + "Mi", "--container-log-max-files=5"));
    List<Path> logs = logs(bench);
    bench.say("rotating %d logs of %d MB".formatted(logs.size(), MEGABYTES));
    rotate(bench, logs);
    ProcessUse use = bench.node().agentUse();
    Duration before = use.cpu();
    for (int i = 0; i < ROUNDS; i++) {
      rotate(bench, logs);
    }
    Duration used = use.cpu().minus(before);
    bench.node().freshAgent();
    double bytes = (double) ROUNDS * logs.size() * (MEGABYTES << 20);
    double share = 100.0 * used.toNanos() / 1e9 * BYTES_PER_SECOND / bytes;
    return List.of(
        new Row(
            "rotation of 100 logs that grow by 1 KB/s each: processor",
            ROUNDS,
            Quantity.percent(share),
            null,
            A_PERCENT),
        Row.known(
            "· one rotation of %d MB with compression".formatted(MEGABYTES),
            ROUNDS * logs.size(),
            Quantity.of(used.dividedBy((long) ROUNDS * logs.size()))));
  }

  private static void rotate(Bench bench, List<Path> logs) {
    List<Integer> before = logs.stream().map(LogRotating::files).toList();
    logs.forEach(log -> LogText.append(log, LogFollowing.LINE, LINES));
    for (int i = 0; i < logs.size(); i++) {
      Path log = logs.get(i);
      int files = before.get(i);
      bench
          .pauses()
          .await(
              "the log is rotated",
              LOOK_AGAIN,
              () -> files(log) > files && log.toFile().length() < MEGABYTES << 20);
    }
  }

  /** Five are kept, and three rotations are made. */
  private static int files(Path log) {
    try (Stream<Path> files = Files.list(log.resolveSibling(""))) {
      return (int) files.filter(file -> !file.toString().endsWith(".tmp")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> logs(Bench bench) {
    try (Stream<Path> files = Files.walk(bench.node().node().podLogs())) {
      return files.filter(file -> file.endsWith("0.log")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
