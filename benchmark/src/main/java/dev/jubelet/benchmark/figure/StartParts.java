package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where the time of a pod start goes: the steps of the timeline beside the floor's calls. */
final class StartParts {
  private StartParts() {}

  /** One part; a floor of null is work that only the agent has. */
  private record Part(
      String name,
      Function<OnePod, Duration> agent,
      @Nullable Function<FloorPod.Start, Duration> floor) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("moved → seen", pod -> until(pod.moved(), pod.timeline().seen()), null),
          new Part(
              "seen → sandbox begun",
              pod -> until(pod.timeline().seen(), step(pod, "sandbox").start()),
              FloorPod.Start::firstReading),
          new Part("sandbox", pod -> step(pod, "sandbox").took(), FloorPod.Start::sandbox),
          new Part(
              "address",
              pod -> until(end(step(pod, "sandbox")), step(pod, "image").start()),
              FloorPod.Start::address),
          new Part("image", pod -> step(pod, "image").took(), FloorPod.Start::image),
          new Part(
              "create and start",
              pod -> until(end(step(pod, "image")), end(step(pod, "container"))),
              FloorPod.Start::container),
          new Part(
              "started → Ready",
              pod -> until(end(step(pod, "container")), pod.timeline().ready()),
              FloorPod.Start::secondReading));

  /** The median of each part. */
  static List<Row> rows(List<OnePod> pods, List<FloorPod.Start> floor) {
    List<Row> rows = new ArrayList<>();
    for (Part part : PARTS) {
      Samples agent = Samples.of(pods.stream().map(part.agent()).toList());
      rows.add(
          new Row(
              "· " + part.name(),
              agent.count(),
              Quantity.of(agent.median()),
              part.floor() == null
                  ? null
                  : Quantity.of(Samples.of(floor.stream().map(part.floor()).toList()).median()),
              new Target.None()));
    }
    return rows;
  }

  private static PodTimeline.Step step(OnePod pod, String what) {
    return pod.timeline()
        .find(what)
        .orElseThrow(() -> new BenchException("no step '" + what + "' for " + pod.name()));
  }

  private static Instant end(PodTimeline.Step step) {
    return step.start().plus(step.took());
  }

  private static Duration until(Instant from, Instant to) {
    return Duration.between(from, to);
  }
}
