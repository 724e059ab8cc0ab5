package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.report.Row;
import java.time.Duration;
import java.util.List;

/** Where the time of a pod's end goes. */
final class EndParts {
  private EndParts() {}

  private static final List<Part<OnePod.End, FloorPod.End>> PARTS =
      List.of(
          new Part<>(
              "removed → seen",
              end -> Duration.between(end.removed(), step(end, "removed from source").start()),
              null),
          new Part<>(
              "seen → kill begun",
              end ->
                  Duration.between(
                      step(end, "removed from source").start(), step(end, "kill").start()),
              FloorPod.End::firstReading),
          new Part<>("kill", end -> step(end, "kill").took(), FloorPod.End::kill),
          new Part<>(
              "stop sandbox", end -> step(end, "stop sandbox").took(), FloorPod.End::sandbox),
          new Part<>(
              "stopped → gone",
              end ->
                  Duration.between(step(end, "stop sandbox").finished(), step(end, "gone").start()),
              FloorPod.End::removal));

  static List<Row> rows(List<OnePod.End> agent, List<FloorPod.End> floor) {
    return Part.rows(PARTS, agent, floor);
  }

  private static PodTimeline.Step step(OnePod.End end, String what) {
    return end.timeline().get(what);
  }
}
