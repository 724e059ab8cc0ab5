package dev.jubelet.benchmark.peer;

import dev.jubelet.benchmark.cluster.BenchPlane;
import dev.jubelet.benchmark.figure.Bench;
import dev.jubelet.benchmark.figure.Figure;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.LabRequirements;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The agent and upstream's kubelet of the control plane's release in turn, on one containerd and
 * one API server, so that a slow moment of the machine meets both.
 */
public final class PeerComparison implements Figure {
  /** Upstream makes it wherever its own root is. */
  private static final Path DEVICE_PLUGINS = Path.of("/var/lib/kubelet/device-plugins");

  @Override
  public String yardstick() {
    return "upstream";
  }

  @Override
  public List<Row> measure(Bench bench) {
    Optional<String> missing = LabRequirements.missingForControlPlane();
    if (missing.isPresent()) {
      bench.say("no comparison with upstream: " + missing.get());
      return List.of();
    }
    Map<Contender, Path> programs =
        Map.of(
            Contender.OURS,
            Distribution.kubelet(),
            Contender.UPSTREAM,
            ControlPlane.upstreamKubelet());
    bench.standAside();
    boolean foreign = Files.exists(DEVICE_PLUGINS.getParent());
    PrivateContainerd containerd = bench.node().containerd();
    try (BenchPlane plane = BenchPlane.start(containerd.image(), bench.node().timers())) {
      return inTurn(bench, plane, programs);
    } finally {
      if (!foreign) {
        removeTraces();
      }
    }
  }

  private static List<Row> inTurn(Bench bench, BenchPlane plane, Map<Contender, Path> programs) {
    PeerScale scale = bench.scale().peer();
    PeerTurn.Setting setting =
        new PeerTurn.Setting(
            plane, bench.node().cri(), bench.node().timers(), bench.node().pauses(), scale);
    Map<Contender, Readings> readings = new EnumMap<>(Contender.class);
    for (int turn = 0; turn < scale.turns(); turn++) {
      for (Contender contender : Contender.values()) {
        bench.say("%s, turn %d of %d".formatted(contender.label(), turn + 1, scale.turns()));
        Readings all = readings.computeIfAbsent(contender, _ -> new Readings());
        Path program = Objects.requireNonNull(programs.get(contender));
        new PeerTurn(contender.label() + turn, setting, all)
            .measure(() -> PeerNode.launch(program, bench.node().containerd(), plane));
      }
    }
    return PeerRows.of(
        Objects.requireNonNull(readings.get(Contender.OURS)),
        Objects.requireNonNull(readings.get(Contender.UPSTREAM)),
        scale);
  }

  private static void removeTraces() {
    try (var files = Files.list(DEVICE_PLUGINS)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(DEVICE_PLUGINS);
      Files.delete(DEVICE_PLUGINS.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove what upstream's kubelet left", e);
    }
  }
}
