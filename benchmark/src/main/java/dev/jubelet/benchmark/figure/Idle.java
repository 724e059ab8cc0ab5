package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Target;
import java.time.Duration;
import java.util.List;

/** What the agent costs when nothing happens on a node full of pods. */
public final class Idle implements Figure {
  private static final Quantity MOST_CPU = Quantity.percent(1);
  private static final Quantity MOST_MEMORY = Quantity.kilobytes(140 << 10);

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().beStartedByThisAgent();
    int pods = bench.crowd().size();
    Scale scale = bench.scale();
    ProcessUse use = bench.node().agentUse();
    bench.say("idle with %d pods for %s".formatted(pods, scale.settle().plus(scale.idle())));
    bench.pauses().pause(scale.settle());
    Duration before = use.cpu();
    bench.pauses().pause(scale.idle());
    Duration used = use.cpu().minus(before);
    bench.pauses().pause(scale.age().minus(use.age()));
    return List.of(
        new Row(
            "idle with %d pods: processor".formatted(pods),
            1,
            Quantity.percent(100.0 * used.toNanos() / scale.idle().toNanos()),
            null,
            new Target.AtMost(MOST_CPU)),
        new Row(
            "idle with %d pods: RSS, %d s old".formatted(pods, use.age().toSeconds()),
            1,
            Quantity.kilobytes(use.rss()),
            null,
            new Target.AtMost(MOST_MEMORY)),
        Row.known("· of it no file", 1, Quantity.kilobytes(use.anonymous())),
        Row.known("· PSS", 1, Quantity.kilobytes(use.pss())),
        Row.known("· threads", 1, Quantity.count(use.threads())));
  }
}
