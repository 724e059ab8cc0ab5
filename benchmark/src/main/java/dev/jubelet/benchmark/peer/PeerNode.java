package dev.jubelet.benchmark.peer;

import dev.jubelet.benchmark.cluster.BenchPlane;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A new node of the cluster with a kubelet of either kind: both have the same flags, the same
 * configuration, empty directories and no Node object yet.
 *
 * <p>Thread: the benchmark's. Owns: the process and its directories.
 */
final class PeerNode implements AutoCloseable {
  private static final String STAMP = "printf %s $EPOCHREALTIME >$0; exec \"$@\"";
  private static final long NANOS_PER_MICRO = 1000;

  private final TestNode node;
  private final Path stamp;

  private PeerNode(TestNode node, Path stamp) {
    this.node = node;
    this.stamp = stamp;
  }

  /** Starts the program as a kubelet, without waiting. */
  static PeerNode launch(Path program, PrivateContainerd containerd, BenchPlane plane) {
    plane.deleteNode();
    TestNode node =
        TestNode.joining(
            containerd,
            plane.nodeKubeconfig(),
            """
      maxPods: 250
      makeIPTablesUtilChains: false
      oomScoreAdj: 0
      volumePluginDir: %s
      """
                .formatted(containerd.directory().resolve("volume-plugins")));
    Path stamp = node.directory().resolve("started");
    List<String> command = new ArrayList<>(List.of("bash", "-c", STAMP, stamp.toString()));
    List<String> usual = node.kubeletCommand();
    command.add(program.toString());
    command.addAll(usual.subList(1, usual.size()));
    node.launch(command, Map.of());
    return new PeerNode(node, stamp);
  }

  /** When the program was started, to be asked once the node is known. */
  Instant started() {
    try {
      String micros = Files.readString(stamp).replace(".", "");
      return Instant.EPOCH.plusNanos(Long.parseLong(micros) * NANOS_PER_MICRO);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ProcessUse use() {
    return new ProcessUse(node.pid());
  }

  Duration cpu() {
    return use().cpu();
  }

  /** Ends the process; pods run on. */
  @Override
  public void close() {
    node.stopKubelet();
    node.close();
  }
}
