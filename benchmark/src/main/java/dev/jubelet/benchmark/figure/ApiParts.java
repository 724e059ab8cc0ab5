package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.cluster.BareServer;
import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.report.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Where the time of a start goes that a client of the API server sees. The floor of the ends is
 * what the API server itself needs for a creation and for one patch of a status.
 */
final class ApiParts {
  private ApiParts() {}

  /** One start of the agent, by the clock on the wall. */
  record Start(Instant created, PodTimeline timeline, Instant shownReady) {}

  /** The same without an agent. */
  record Bare(FloorPod.Start calls, BareServer.Times server) {}

  private static final List<Part<Start, Bare>> PARTS =
      List.of(
          new Part<>(
              "created → seen by the agent",
              start -> Duration.between(start.created(), start.timeline().seen()),
              bare -> bare.server().created()),
          new Part<>(
              "seen → sandbox begun",
              start -> Duration.between(start.timeline().seen(), step(start, "sandbox").start()),
              bare -> bare.calls().firstReading()),
          new Part<>(
              "sandbox begun → container started",
              start ->
                  Duration.between(
                      step(start, "sandbox").start(), step(start, "container").finished()),
              bare -> bare.calls().making()),
          new Part<>(
              "started → Ready",
              start ->
                  Duration.between(step(start, "container").finished(), start.timeline().ready()),
              bare -> bare.calls().secondReading()),
          new Part<>(
              "Ready → seen by a watcher",
              start -> Duration.between(start.timeline().ready(), start.shownReady()),
              bare -> bare.server().patched()));

  static List<Row> rows(List<Start> starts, List<Bare> floor) {
    return Part.rows(PARTS, starts, floor);
  }

  private static PodTimeline.Step step(Start start, String what) {
    return start.timeline().get(what);
  }
}
