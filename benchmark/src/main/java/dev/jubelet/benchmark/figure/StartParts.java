package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.report.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Where the time of a pod start goes: the steps of the timeline beside the floor's calls. */
final class StartParts {
  private StartParts() {}

  private static final List<Part<OnePod, FloorPod.Start>> PARTS =
      List.of(
          new Part<>("moved → seen", pod -> until(pod.moved(), pod.timeline().seen()), null),
          new Part<>(
              "seen → sandbox begun",
              pod -> until(pod.timeline().seen(), step(pod, "sandbox").start()),
              FloorPod.Start::firstReading),
          new Part<>("sandbox", pod -> step(pod, "sandbox").took(), FloorPod.Start::sandbox),
          new Part<>(
              "address",
              pod -> until(step(pod, "sandbox").finished(), step(pod, "image").start()),
              FloorPod.Start::address),
          new Part<>("image", pod -> step(pod, "image").took(), FloorPod.Start::image),
          new Part<>(
              "create and start",
              pod -> until(step(pod, "image").finished(), step(pod, "container").finished()),
              FloorPod.Start::container),
          new Part<>(
              "started → Ready",
              pod -> until(step(pod, "container").finished(), pod.timeline().ready()),
              FloorPod.Start::secondReading));

  static List<Row> rows(List<OnePod> pods, List<FloorPod.Start> floor) {
    return Part.rows(PARTS, pods, floor);
  }

  private static PodTimeline.Step step(OnePod pod, String what) {
    return pod.timeline().get(what);
  }

  private static Duration until(Instant from, Instant to) {
    return Duration.between(from, to);
  }
}
