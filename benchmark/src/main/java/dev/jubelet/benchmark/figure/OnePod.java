package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.node.Remains;
import dev.jubelet.benchmark.node.Workload;
import java.time.Duration;
import java.time.Instant;

/** A pod of the agent while a figure needs it. */
record OnePod(Bench bench, String name, Instant moved, PodTimeline timeline) {
  private static final Duration UNWATCHED = Duration.ofMillis(500);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  /** Starts it and waits until it is ready. */
  static OnePod start(Bench bench, String name, Workload workload) {
    return start(bench, name, workload.manifest(name, bench.node().containerd().image()));
  }

  /** The same with a pod that has more to it. */
  static OnePod start(Bench bench, String name, String manifest) {
    bench.node().prepare(name, manifest);
    Instant moved = bench.node().move(name);
    return new OnePod(bench, name, moved, bench.node().awaitStep(name, "ready", UNWATCHED));
  }

  /** How long it took until nothing was left, and the timeline up to there. */
  record End(Instant removed, Duration took, PodTimeline timeline) {}

  /** Removes the manifest and waits until nothing is left. */
  End end() {
    String uid = timeline.uid();
    Remains remains = Remains.of(bench.node(), name, uid, bench.floor().cgroups(uid));
    Instant removed = bench.node().timers().now();
    long begun = bench.node().remove(name);
    long gone = bench.pauses().await("pod " + name + " is gone", LOOK_AGAIN, remains::nothing);
    return new End(
        removed,
        Duration.ofNanos(gone - begun),
        bench.node().awaitStep(name, "gone", Duration.ZERO));
  }
}
