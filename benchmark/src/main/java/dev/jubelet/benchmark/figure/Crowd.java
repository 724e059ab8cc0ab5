package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.floor.Floor;
import dev.jubelet.benchmark.node.BenchNode;
import dev.jubelet.benchmark.node.PodTimeline;
import dev.jubelet.benchmark.node.Remains;
import dev.jubelet.benchmark.node.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Many equal pods on the node, started at once. Several figures need them there, so they stay until
 * somebody needs an empty node.
 *
 * <p>Thread: the benchmark's. Owns: these pods.
 */
public final class Crowd {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final BenchNode node;
  private final Floor floor;
  private final int size;
  private final List<PodTimeline> present = new ArrayList<>();
  private int generation;
  private boolean startedByThisAgent;

  /** When a pod became ready after the manifests were moved, for each pod. */
  record Arrival(List<Duration> readyAfter) {}

  public Crowd(BenchNode node, Floor floor, int size) {
    this.node = node;
    this.floor = floor;
    this.size = size;
  }

  int size() {
    return size;
  }

  /** The crowd is there, started by the agent that runs. */
  void beStartedByThisAgent() {
    if (present.isEmpty() || !startedByThisAgent) {
      arrive();
    }
  }

  /** The crowd is there. */
  void be() {
    if (present.isEmpty()) {
      arrive();
    }
  }

  void agentRestarted() {
    startedByThisAgent = false;
  }

  /** Starts all pods at once with an agent that has done nothing before. */
  Arrival arrive() {
    return arrive(Map.of());
  }

  Arrival arrive(Map<String, String> environment) {
    leave();
    node.stopAgent();
    node.startAgent(environment);
    generation++;
    for (int i = 0; i < size; i++) {
      node.prepare(name(i), Workload.WILLING);
    }
    Instant moved = node.move(name(0));
    for (int i = 1; i < size; i++) {
      node.move(name(i));
    }
    List<Duration> readyAfter = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      String name = name(i);
      node.pauses()
          .await(
              "pod " + name + " is ready",
              LOOK_AGAIN,
              () -> node.timeline(name).filter(PodTimeline::isReady).isPresent());
    }
    for (int i = 0; i < size; i++) {
      PodTimeline timeline = node.timeline(name(i)).orElseThrow();
      present.add(timeline);
      readyAfter.add(Duration.between(moved, timeline.ready()));
    }
    startedByThisAgent = true;
    return new Arrival(readyAfter);
  }

  /** Ends all of it, if it is there. */
  void leave() {
    if (present.isEmpty()) {
      return;
    }
    node.startAgent();
    for (int i = 0; i < size; i++) {
      node.remove(name(i));
    }
    for (int i = 0; i < size; i++) {
      String uid = present.get(i).uid();
      Remains remains = Remains.of(node, name(i), uid, floor.cgroups(uid));
      node.pauses().await("pod " + name(i) + " is gone", LOOK_AGAIN, remains::nothing);
    }
    present.clear();
  }

  private String name(int index) {
    return "crowd%d-%d".formatted(generation, index);
  }
}
