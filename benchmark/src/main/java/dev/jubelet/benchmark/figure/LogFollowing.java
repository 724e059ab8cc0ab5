package dev.jubelet.benchmark.figure;

import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.LogFollower;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Target;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A container that writes as fast as its runtime takes it, followed by one reader. The floor is the
 * same without a reader: until the last line is in the file.
 */
public final class LogFollowing implements Figure {
  static final char MARK = '@';
  static final String LINE = MARK + "x".repeat(99);
  private static final String LAST = "that was all";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
  static final long BYTES_PER_LINE = LINE.length() + 1L;

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().freshAgent();
    int lines = bench.scale().api().logLines();
    bench.say("following a log of %d lines".formatted(lines));
    Duration written = write(bench, "unread", lines);
    List<Row> rows = new ArrayList<>(follow(bench, "followed", lines, written));
    rows.addAll(LogServing.measure(bench));
    return rows;
  }

  private static Workload writer(int lines) {
    return new Workload(
        "while [ ! -e /go ]; do sleep 0.05; done; yes %s | head -n %d; echo %s; sleep 3600"
            .formatted(LINE, lines, LAST),
        "Never",
        1);
  }

  private static Duration write(Bench bench, String name, int lines) {
    OnePod pod = OnePod.start(bench, name, writer(lines));
    Path file = log(bench, name);
    long begun = go(bench, name);
    long ended = bench.pauses().await("the log is whole", LOOK_AGAIN, () -> isWhole(file));
    pod.end();
    return Duration.ofNanos(ended - begun);
  }

  private static List<Row> follow(Bench bench, String name, int lines, Duration alone) {
    OnePod pod = OnePod.start(bench, name, writer(lines));
    try (LogFollower follower =
        LogFollower.overSocket(
            bench.node().node().root().resolve("jubelet.sock"),
            target(name, "follow=true"),
            MARK)) {
      ProcessUse use = bench.node().agentUse();
      Duration processor = use.cpu();
      long begun = go(bench, name);
      follower.await(lines);
      Duration took = Duration.ofNanos(bench.node().timers().nanoTime() - begun);
      Duration used = use.cpu().minus(processor);
      pod.end();
      String size = "%d MB of log".formatted((lines * BYTES_PER_LINE) >> 20);
      return List.of(
          new Row(
              size + " followed while a container writes",
              1,
              Quantity.of(took),
              Quantity.of(alone),
              new Target.TimesFloor(1.5)),
          Row.known("· the agent's processor time", 1, Quantity.of(used)));
    }
  }

  static String target(String name, String query) {
    return "/containerLogs/default/%s/%s?%s"
        .formatted(TestNode.podName(name), Workload.CONTAINER, query);
  }

  /** Lets the container write; returns the moment before, of the monotonic clock. */
  private static long go(Bench bench, String name) {
    ContainerFilter filter =
        ContainerFilter.newBuilder()
            .putLabelSelector("io.kubernetes.pod.name", TestNode.podName(name))
            .build();
    String id =
        bench
            .node()
            .cri()
            .listContainers(ListContainersRequest.newBuilder().setFilter(filter).build())
            .getContainers(0)
            .getId();
    long begun = bench.node().timers().nanoTime();
    bench
        .node()
        .cri()
        .execSync(
            ExecSyncRequest.newBuilder().setContainerId(id).addCmd("touch").addCmd("/go").build());
    return begun;
  }

  static Path log(Bench bench, String name) {
    try (Stream<Path> files = Files.walk(bench.node().node().podLogs())) {
      return files
          .filter(file -> file.toString().contains(TestNode.podName(name) + "_"))
          .filter(file -> file.endsWith("0.log"))
          .findFirst()
          .orElseThrow(() -> new BenchException("there is no log of " + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isWhole(Path file) {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(log.length(), LAST.length() + 1)];
      log.seek(log.length() - end.length);
      log.readFully(end);
      return new String(end, StandardCharsets.US_ASCII).startsWith(LAST);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
