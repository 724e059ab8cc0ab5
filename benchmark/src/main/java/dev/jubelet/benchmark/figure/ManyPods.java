package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * All manifests at once until all pods are Ready, and when the first and the one in the middle
 * became so. The floor is the best of several parallelisms, without an agent.
 */
public final class ManyPods implements Figure {

  @Override
  public List<Row> measure(Bench bench) {
    Best floor = floor(bench);
    List<Samples> runs = new ArrayList<>();
    for (int run = 0; run < bench.scale().crowdRuns(); run++) {
      bench.say("%d pods at once, run %d".formatted(bench.crowd().size(), run + 1));
      runs.add(Samples.of(bench.crowd().arrive().readyAfter()));
    }
    int pods = bench.crowd().size();
    Samples all = Samples.of(runs.stream().map(Samples::longest).toList());
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            "%d pods at once → all Ready, p50 (floor: %d at a time)"
                .formatted(pods, floor.parallelism()),
            runs.size(),
            Quantity.of(all.median()),
            Quantity.of(floor.took()),
            new Target.TimesFloor(1.1)));
    rows.add(known("· the first Ready", runs.stream().map(Samples::shortest).toList()));
    rows.add(known("· half of them Ready", runs.stream().map(Samples::median).toList()));
    return rows;
  }

  private static Row known(String figure, List<Duration> times) {
    return Row.known(figure, times.size(), Quantity.of(Samples.of(times).median()));
  }

  private record Best(int parallelism, Duration took) {}

  private static Best floor(Bench bench) {
    bench.crowd().leave();
    bench.node().stopAgent();
    Best best = new Best(0, Duration.ofDays(1));
    for (int parallelism : bench.scale().parallelisms()) {
      Duration took = together(bench, parallelism);
      bench.say(
          "floor: %d pods, %d at a time: %d ms"
              .formatted(bench.crowd().size(), parallelism, took.toMillis()));
      if (took.compareTo(best.took()) < 0) {
        best = new Best(parallelism, took);
      }
    }
    bench.node().startAgent();
    return best;
  }

  private static Duration together(Bench bench, int parallelism) {
    List<FloorPod> pods = new ArrayList<>();
    for (int i = 0; i < bench.crowd().size(); i++) {
      pods.add(bench.floor().pod("floor-crowd%d-%d".formatted(parallelism, i), Workload.WILLING));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(parallelism)) {
      long begun = bench.node().timers().nanoTime();
      await(pods.stream().map(pod -> threads.submit(pod::start)).toList());
      Duration took = Duration.ofNanos(bench.node().timers().nanoTime() - begun);
      long grace = Workload.WILLING.graceSeconds();
      await(pods.stream().map(pod -> threads.submit(() -> pod.end(grace))).toList());
      return took;
    }
  }

  private static void await(List<? extends Future<?>> all) {
    try {
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new BenchException("a pod of the floor failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}
