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
import java.util.List;
import java.util.stream.Stream;

/**
 * A container that writes as fast as its runtime takes it, followed by one reader. The floor is the
 * same without a reader: until the last line is in the file.
 */
public final class LogFollowing implements Figure {
  private static final char MARK = '@';
  private static final String LINE = MARK + "x".repeat(99);
  private static final String LAST = "that was all";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
  private static final long BYTES_PER_LINE = LINE.length() + 1L;

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().freshAgent();
    int lines = bench.scale().api().logLines();
    bench.say("following a log of %d lines".formatted(lines));
    Duration written = write(bench, "unread", lines);
    ProcessUse use = bench.node().agentUse();
    long memory = use.rss();
    Duration processor = use.cpu();
    Duration followed = follow(bench, "followed", lines);
    String size = "%d MB of log".formatted((lines * BYTES_PER_LINE) >> 20);
    return List.of(
        new Row(
            size + " followed while it is written",
            1,
            Quantity.of(followed),
            Quantity.of(written),
            new Target.TimesFloor(1.5)),
        Row.known("· the agent's processor time", 1, Quantity.of(use.cpu().minus(processor))),
        Row.known("· growth of its RSS", 1, Quantity.kilobytes(use.rss() - memory)));
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

  private static Duration follow(Bench bench, String name, int lines) {
    OnePod pod = OnePod.start(bench, name, writer(lines));
    String target =
        "/containerLogs/default/%s/%s?follow=true"
            .formatted(TestNode.podName(name), Workload.CONTAINER);
    try (LogFollower follower =
        new LogFollower(bench.node().node().root().resolve("jubelet.sock"), target, MARK)) {
      long begun = go(bench, name);
      follower.await(lines);
      Duration took = Duration.ofNanos(bench.node().timers().nanoTime() - begun);
      pod.end();
      return took;
    }
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

  private static Path log(Bench bench, String name) {
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
