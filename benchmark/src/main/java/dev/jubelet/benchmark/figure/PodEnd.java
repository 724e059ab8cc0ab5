package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** From a manifest removed to nothing left of its pod: no directory, no cgroup, nothing in CRI. */
public final class PodEnd implements Figure {
  private static final Duration ALLOWED = Duration.ofMillis(300);

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().startAgent();
    List<Row> rows = new ArrayList<>();
    rows.addAll(
        rows(bench, "ends at TERM", "end", Workload.WILLING, bench.scale().ends(), Duration.ZERO));
    rows.addAll(
        rows(
            bench,
            "ignores TERM, grace 2 s",
            "stubborn",
            Workload.STUBBORN,
            bench.scale().stubbornEnds(),
            Duration.ofSeconds(Workload.STUBBORN.graceSeconds())));
    return rows;
  }

  private static List<Row> rows(
      Bench bench, String what, String name, Workload workload, int rounds, Duration grace) {
    bench.say("ends of a pod that " + what);
    List<OnePod.End> agent = new ArrayList<>();
    List<FloorPod.End> floor = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      agent.add(OnePod.start(bench, name + "-" + round, workload).end());
      FloorPod bare = bench.floor().pod("floor-" + name + "-" + round, workload);
      bare.start();
      floor.add(bare.end(workload.graceSeconds()));
    }
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            "manifest removed → nothing left, " + what + ", p50",
            rounds,
            Quantity.of(Samples.of(agent.stream().map(OnePod.End::took).toList()).median()),
            Quantity.of(Samples.of(floor.stream().map(FloorPod.End::total).toList()).median()),
            new Target.AtMost(Quantity.of(grace.plus(ALLOWED)))));
    rows.addAll(EndParts.rows(agent, floor));
    return rows;
  }
}
