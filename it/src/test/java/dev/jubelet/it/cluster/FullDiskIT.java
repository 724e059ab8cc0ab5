package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Distribution;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node whose disk has filled up to the last byte while its agent was away: the agent starts, the
 * pods run on, the cluster is told, and room brings back what could not be made.
 */
@Timeout(180)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class FullDiskIT {
  private static final String CONFIG =
      """
      nodeStatusUpdateFrequency: 1s
      evictionPressureTransitionPeriod: 1s
      """;
  private static final String DISK_BYTES = "32M";

  private final PrivateContainerd containerd;
  private final Path folder;

  FullDiskIT(PrivateContainerd containerd, @TempDir Path folder) {
    this.containerd = containerd;
    this.folder = folder;
  }

  @Test
  void aFullDiskDoesNotKeepTheAgentFromStarting() throws Exception {
    Cluster cluster = Cluster.start();
    TestNode node =
        TestNode.joining(containerd, cluster.plane().nodeKubeconfig(TestNode.NODE_NAME), CONFIG);
    try (JoinedNode joined = new JoinedNode(cluster, node)) {
      mountDisk(node.root());
      start(node);
      node.apply(Manifests.pod("stays").running("c", containerd.image()), "stays");
      String before = containerId(node.awaitReady("stays"));
      joined.await("the disk has room", () -> pressure(cluster).equals("False"));
      node.killKubelet();
      for (String gone : List.of("pki", "pod-resources", "plugins_registry")) {
        deleteTree(node.root().resolve(gone));
      }
      fill(node.root());

      start(node);
      assertThat(containerId(node.awaitReady("stays"))).isEqualTo(before);
      assertThat(node.page("/healthz")).contains("ok");
      assertThat(jubelet("pods", "--root-dir=" + node.root())).contains("stays");
      assertThat(run("curl", "-sk", "https://127.0.0.1:" + node.mainPort() + "/healthz"))
          .isEqualTo("ok");
      assertThat(Filled.bytesLeft(node.root())).isZero();
      assertThat(node.root().resolve("jubelet.sock")).doesNotExist();
      joined.await("the cluster is told", () -> pressure(cluster).equals("True"));
      assertThat(condition(cluster))
          .hasValueSatisfying(
              disk -> {
                assertThat(disk.getReason()).isEqualTo("KubeletHasDiskPressure");
                assertThat(disk.getMessage()).isEqualTo("kubelet has disk pressure");
              });
      long pid = node.pid();

      Files.delete(node.root().resolve("filling"));
      joined.await("the disk has room again", () -> pressure(cluster).equals("False"));
      joined.await(
          "what was missing is there",
          () ->
              Files.exists(node.root().resolve("pod-resources/kubelet.sock"))
                  && Files.isDirectory(node.root().resolve("plugins_registry")));
      node.apply(Manifests.pod("next").running("c", containerd.image()), "next");
      node.awaitReady("next");
      assertThat(containerId(node.awaitReady("stays"))).isEqualTo(before);
      assertThat(node.pid()).isEqualTo(pid);
    }
  }

  private void mountDisk(Path root) throws Exception {
    Path image = folder.resolve("disk");
    run("truncate", "-s", DISK_BYTES, image.toString());
    run("mkfs.ext4", "-q", "-m", "0", image.toString());
    Files.createDirectories(root);
    run("mount", "-o", "loop", image.toString(), root.toString());
  }

  private static void start(TestNode node) {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.removeIf(flag -> flag.startsWith("--cert-dir="));
    command.add("--cert-dir=" + node.root().resolve("pki"));
    command.add("-v=4");
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  private static void fill(Path root) throws IOException {
    Path filling = root.resolve("filling");
    for (int size = 1 << 20; size > 0; size /= 4) {
      while (Filled.append(filling, size)) {
        assertThat(Files.size(filling)).isLessThan(1L << 30);
      }
    }
  }

  /** What happens to a disk on its way to be full. */
  private static final class Filled {
    static boolean append(Path file, int bytes) {
      try {
        Files.write(file, new byte[bytes], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    static long bytesLeft(Path root) throws IOException {
      return Files.getFileStore(root).getUsableSpace();
    }
  }

  private static Optional<NodeCondition> condition(Cluster cluster) {
    return cluster.node().stream()
        .flatMap(node -> node.getStatus().getConditions().stream())
        .filter(condition -> condition.getType().equals("DiskPressure"))
        .findFirst();
  }

  private static String pressure(Cluster cluster) {
    return condition(cluster).map(NodeCondition::getStatus).orElse("none");
  }

  private static String containerId(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getContainerID();
  }

  private static void deleteTree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private String jubelet(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(Distribution.jubelet().toString()));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  private String run(String... command) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(List.of(command).toString()).isTrue();
    String said = Files.readString(out);
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
