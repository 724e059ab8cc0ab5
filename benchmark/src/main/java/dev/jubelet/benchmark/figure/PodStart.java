package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * From a static pod seen to Ready, one pod a second, by the agent's own timeline. The agent and the
 * floor take turns; the first rounds of both are not counted, but the very first is shown.
 */
public final class PodStart implements Figure {
  private static final int WARM_UP = 3;
  private static final long PACE_NANOS = Duration.ofSeconds(1).toNanos();

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().freshAgent();
    List<OnePod> pods = new ArrayList<>();
    List<FloorPod.Start> floor = new ArrayList<>();
    int rounds = WARM_UP + bench.scale().starts();
    long tick = bench.node().timers().nanoTime();
    for (int round = 0; round < rounds; round++) {
      bench.pauses().until(tick);
      tick = bench.node().timers().nanoTime() + PACE_NANOS;
      OnePod pod = OnePod.start(bench, "start-" + round, Workload.WILLING);
      pods.add(pod);
      pod.end();

      bench.pauses().until(tick);
      tick = bench.node().timers().nanoTime() + PACE_NANOS;
      FloorPod bare = bench.floor().pod("floor-start-" + round, Workload.WILLING);
      floor.add(bare.start());
      bare.end(Workload.WILLING.graceSeconds());
    }
    return rows(pods.getFirst(), pods.subList(WARM_UP, rounds), floor.subList(WARM_UP, rounds));
  }

  private static List<Row> rows(OnePod first, List<OnePod> pods, List<FloorPod.Start> floor) {
    Samples seenToReady =
        Samples.of(
            pods.stream()
                .map(OnePod::timeline)
                .map(timeline -> Duration.between(timeline.seen(), timeline.ready()))
                .toList());
    Samples movedToReady =
        Samples.of(
            pods.stream()
                .map(pod -> Duration.between(pod.moved(), pod.timeline().ready()))
                .toList());
    Samples bare = Samples.of(floor.stream().map(FloorPod.Start::total).toList());
    List<Row> rows = new ArrayList<>();
    rows.add(row("pod seen → Ready, p50", seenToReady, bare, 50, new Target.TimesFloor(1.2)));
    rows.add(row("pod seen → Ready, p99", seenToReady, bare, 99, new Target.TimesFloor(1.5)));
    rows.add(row("manifest moved → Ready, p50", movedToReady, bare, 50, new Target.None()));
    rows.addAll(StartParts.rows(pods, floor));
    PodTimeline cold = first.timeline();
    rows.add(
        Row.known(
            "first pod of an agent, seen → Ready",
            1,
            Quantity.of(Duration.between(cold.seen(), cold.ready()))));
    return rows;
  }

  private static Row row(String figure, Samples value, Samples floor, int percent, Target target) {
    return new Row(
        figure,
        value.count(),
        Quantity.of(value.percentile(percent)),
        Quantity.of(floor.percentile(percent)),
        target);
  }
}
