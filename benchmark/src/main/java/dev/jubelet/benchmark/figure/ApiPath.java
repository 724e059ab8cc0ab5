package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.cluster.BareServer;
import dev.jubelet.benchmark.cluster.BenchCluster;
import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.LabRequirements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The same as for static pods, but seen by a client of the API server: from what it asked for to
 * what its watch shows. The floor makes the CRI calls only, without any server between.
 */
public final class ApiPath implements Figure {
  private static final int WARM_UP = 3;
  private static final long GRACE = 1;
  private static final long MOST_WRITES = 3;
  private static final Duration PACE = Duration.ofMillis(500);
  private static final Duration LATE_WRITES = Duration.ofMillis(500);
  private static final Duration BETWEEN_CREATIONS = Duration.ofMillis(50);

  /** What was seen of one pod, and beside it of the API server alone. */
  private record Life(ApiParts.Start start, BareServer.Times server, long writes, Duration gone) {
    Duration ready() {
      return Duration.between(start.created(), start.shownReady());
    }
  }

  @Override
  public List<Row> measure(Bench bench) {
    Optional<String> missing = LabRequirements.missingForControlPlane();
    if (missing.isPresent()) {
      bench.say("no figures of an API server: " + missing.get());
      return List.of();
    }
    bench.standAside();
    try (BenchCluster cluster = bench.cluster().get()) {
      List<Row> rows = new ArrayList<>(lives(bench, cluster));
      rows.addAll(deaths(bench, cluster));
      rows.addAll(stream(bench, cluster));
      return rows;
    }
  }

  private static List<Row> lives(Bench bench, BenchCluster cluster) {
    bench.say("pods of an API server, one at a time");
    List<Life> lives = new ArrayList<>();
    List<ApiParts.Bare> floorStarts = new ArrayList<>();
    List<Duration> floorEnds = new ArrayList<>();
    int rounds = WARM_UP + bench.scale().starts() / 2;
    for (int round = 0; round < rounds; round++) {
      Life life = life(bench, cluster, "api-" + round);
      FloorPod bare = bench.floor().pod("floor-api-" + round, Workload.WILLING);
      lives.add(life);
      floorStarts.add(new ApiParts.Bare(bare.start(), life.server()));
      floorEnds.add(bare.end(GRACE).total());
      bench.pauses().pause(PACE);
    }
    lives.subList(0, WARM_UP).clear();
    floorStarts.subList(0, WARM_UP).clear();
    floorEnds.subList(0, WARM_UP).clear();
    return rows(lives, floorStarts, floorEnds);
  }

  private static List<Row> rows(
      List<Life> lives, List<ApiParts.Bare> floorStarts, List<Duration> floorEnds) {
    Samples starts = Samples.of(floorStarts.stream().map(bare -> bare.calls().total()).toList());
    Samples ends = Samples.of(floorEnds);
    Samples ready = Samples.of(lives.stream().map(Life::ready).toList());
    Samples gone = Samples.of(lives.stream().map(Life::gone).toList());
    List<Row> rows = new ArrayList<>();
    rows.add(row("API: created → Ready seen by a watcher, p50", ready, starts, 50));
    rows.addAll(ApiParts.rows(lives.stream().map(Life::start).toList(), floorStarts));
    rows.add(row("· p99", ready, starts, 99));
    rows.add(
        new Row(
            "API: status writes of a start, at most",
            lives.size(),
            Quantity.count(lives.stream().mapToLong(Life::writes).max().orElseThrow()),
            null,
            new Target.AtMost(Quantity.count(MOST_WRITES))));
    rows.add(row("API: deleted, grace 1 s → gone for a watcher, p50", gone, ends, 50));
    rows.add(row("· p99", gone, ends, 99));
    return rows;
  }

  private static Life life(Bench bench, BenchCluster cluster, String name) {
    long created = cluster.api().create(name, Workload.WILLING);
    long ready = cluster.api().awaitReady(name);
    ApiParts.Start start =
        new ApiParts.Start(
            cluster.instant(created), cluster.timeline(name), cluster.instant(ready));
    bench.pauses().pause(LATE_WRITES);
    long writes = cluster.api().writes(name);
    BareServer.Times server = cluster.api().bareServer().measure("bare-" + name, name);
    long deleted = cluster.api().delete(name, GRACE);
    long gone = cluster.api().awaitGone(name);
    return new Life(start, server, writes, Duration.ofNanos(gone - deleted));
  }

  private static List<Row> deaths(Bench bench, BenchCluster cluster) {
    bench.say("deaths of containers, for an API server");
    boolean events = bench.node().containerd().generation() == ContainerdGeneration.TWO;
    List<Duration> agent = new ArrayList<>();
    List<Duration> floor = new ArrayList<>();
    for (int round = 0; round < bench.scale().deaths(); round++) {
      String name = "api-death-" + round;
      cluster.api().create(name, Workload.MORTAL);
      cluster.api().awaitReady(name);
      ProcessHandle victim = Death.process(bench.node().cri(), cluster.api().containerId(name));
      long killed = bench.node().timers().nanoTime();
      Death.kill(victim);
      agent.add(Duration.ofNanos(cluster.api().awaitDead(name) - killed));
      cluster.api().delete(name, GRACE);
      cluster.api().awaitGone(name);
      floor.add(Death.ofFloor(bench, "floor-api-death-" + round, events));
    }
    Samples seen = Samples.of(agent);
    Samples bare = Samples.of(floor);
    return List.of(
        row("API: container killed → seen by a watcher, p50", seen, bare, 50),
        row("· p99", seen, bare, 99));
  }

  /** One that is missed would be waited for in vain, which ends the run with its name. */
  private static List<Row> stream(Bench bench, BenchCluster cluster) {
    int pods = bench.scale().stream();
    bench.say(pods + " pods at 20 a second");
    long begun = bench.node().timers().nanoTime();
    List<Long> created = new ArrayList<>();
    for (int i = 0; i < pods; i++) {
      bench.pauses().until(begun + i * BETWEEN_CREATIONS.toNanos());
      created.add(cluster.api().create("stream-" + i, Workload.WILLING));
    }
    List<Duration> ready = new ArrayList<>();
    long last = begun;
    for (int i = 0; i < pods; i++) {
      long seen = cluster.api().awaitReady("stream-" + i);
      ready.add(Duration.ofNanos(seen - created.get(i)));
      last = Math.max(last, seen);
    }
    for (int i = 0; i < pods; i++) {
      cluster.api().delete("stream-" + i, GRACE);
    }
    for (int i = 0; i < pods; i++) {
      cluster.api().awaitGone("stream-" + i);
    }
    return List.of(
        Row.known(
            "API: %d pods at 20 a second → all Ready, none missed".formatted(pods),
            1,
            Quantity.of(Duration.ofNanos(last - begun))),
        Row.known("· created → Ready, p50", pods, Quantity.of(Samples.of(ready).median())),
        Row.known("· created → Ready, p99", pods, Quantity.of(Samples.of(ready).percentile(99))));
  }

  private static Row row(String figure, Samples value, Samples floor, int percent) {
    return new Row(
        figure,
        value.count(),
        Quantity.of(value.percentile(percent)),
        Quantity.of(floor.percentile(percent)),
        new Target.None());
  }
}
