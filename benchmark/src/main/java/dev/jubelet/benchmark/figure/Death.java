package dev.jubelet.benchmark.figure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.HttpConnection;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * From the kill of a container's first process to the page /pods that says so. The floor is the
 * runtime's own event, or a status that is asked for all the time where there are no events.
 */
public final class Death implements Figure {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);
  private static final Quantity ALLOWED = Quantity.of(Duration.ofMillis(50));

  private final ObjectMapper json = new ObjectMapper();

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().leave();
    bench.node().startAgent();
    boolean events = bench.node().containerd().generation() == ContainerdGeneration.TWO;
    bench.say("deaths of containers");
    List<Duration> agent = new ArrayList<>();
    List<Duration> floor = new ArrayList<>();
    for (int round = 0; round < bench.scale().deaths(); round++) {
      agent.add(ofAgent(bench, "death-" + round));
      floor.add(ofFloor(bench, "floor-death-" + round, events));
    }
    Samples seen = Samples.of(agent);
    return List.of(
        new Row(
            "container killed → seen in /pods, p50",
            seen.count(),
            Quantity.of(seen.median()),
            Quantity.of(Samples.of(floor).median()),
            events ? new Target.AtMost(ALLOWED) : new Target.None()),
        Row.known("· p99", seen.count(), Quantity.of(seen.percentile(99))));
  }

  private Duration ofAgent(Bench bench, String name) {
    OnePod pod = OnePod.start(bench, name, Workload.MORTAL);
    String page = TestNode.podName(name);
    try (HttpConnection connection = HttpConnection.toPort(bench.node().node().readOnlyPort())) {
      ProcessHandle victim = process(bench.node().cri(), containerOf(connection, page));
      long begun = bench.node().timers().nanoTime();
      kill(victim);
      long seen =
          bench.pauses().await("the death of " + page, LOOK_AGAIN, () -> isDead(connection, page));
      pod.end();
      return Duration.ofNanos(seen - begun);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Duration ofFloor(Bench bench, String name, boolean events) {
    FloorPod pod = bench.floor().pod(name, Workload.MORTAL);
    pod.start();
    CriRuntime cri = bench.node().cri();
    ProcessHandle victim = process(cri, pod.containerId());
    Duration took;
    try (DeathWatch watch = DeathWatch.of(cri, events, bench.node())) {
      long begun = bench.node().timers().nanoTime();
      kill(victim);
      watch.await(pod);
      took = Duration.ofNanos(bench.node().timers().nanoTime() - begun);
    }
    pod.end(0);
    return took;
  }

  public static void kill(ProcessHandle victim) {
    if (!victim.destroyForcibly()) {
      throw new BenchException("process " + victim.pid() + " could not be killed");
    }
  }

  private boolean isDead(HttpConnection connection, String name) {
    return status(connection, name).path("state").has("terminated");
  }

  private String containerOf(HttpConnection connection, String name) {
    String id = status(connection, name).path("containerID").asText();
    return id.substring(id.lastIndexOf('/') + 1);
  }

  private JsonNode status(HttpConnection connection, String name) {
    try {
      JsonNode pods = json.readTree(connection.get("/pods").body()).path("items");
      return StreamSupport.stream(pods.spliterator(), false)
          .filter(pod -> pod.path("metadata").path("name").asText().equals(name))
          .findFirst()
          .orElseThrow(() -> new BenchException("/pods does not know " + name))
          .path("status")
          .path("containerStatuses")
          .path(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The runtime says which process it is to whoever asks for details. */
  public static ProcessHandle process(CriRuntime cri, String containerId) {
    String details =
        cri.containerStatus(
                ContainerStatusRequest.newBuilder()
                    .setContainerId(containerId)
                    .setVerbose(true)
                    .build())
            .getInfoOrThrow("info");
    try {
      long pid = new ObjectMapper().readTree(details).path("pid").asLong();
      return ProcessHandle.of(pid)
          .orElseThrow(() -> new BenchException("no process " + pid + " of " + containerId));
    } catch (JsonProcessingException e) {
      throw new BenchException("the runtime's details of " + containerId + " are no JSON", e);
    }
  }
}
