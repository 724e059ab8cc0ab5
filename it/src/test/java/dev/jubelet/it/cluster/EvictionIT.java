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
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that runs short: only the guilty pod goes, the cluster is told, and when it is over the
 * node takes pods again. Nothing of the machine is exhausted for that: the disk is a small one of
 * the test's own, and the memory is that of the node's own cgroup.
 */
@Timeout(240)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class EvictionIT {
  private static final String STUBBORN = "trap '' TERM; while :; do sleep 3600 & wait; done";
  private static final long POD_MEMORY = 500L << 20;

  private final PrivateContainerd containerd;
  private final Path folder;
  private final Cluster cluster = Cluster.start();

  EvictionIT(PrivateContainerd containerd, @TempDir Path folder) {
    this.containerd = containerd;
    this.folder = folder;
  }

  private TestNode node(String config) {
    return TestNode.joining(
        containerd,
        cluster.plane().nodeKubeconfig(TestNode.NODE_NAME),
        config + "evictionPressureTransitionPeriod: 8s\n");
  }

  @Test
  void onlyThePodThatFillsTheDiskGoes() throws Exception {
    TestNode node = node("evictionHard: {nodefs.available: 40%}\n");
    try (JoinedNode joined = new JoinedNode(cluster, node)) {
      mountDisk(node.root());
      joined.join();
      cluster.create(Workloads.staying("innocent", containerd.image()));
      String before = PodStates.containerId(joined.awaitReady("innocent"));
      cluster.create(
          Workloads.boundPod("hog")
              .container(
                  "main",
                  containerd.image(),
                  "dd if=/dev/zero of=/data/f bs=1M count=40; " + STUBBORN)
              .with("volumeMounts: [{name: data, mountPath: /data}]")
              .spec("  volumes: [{name: data, emptyDir: {}}]")
              .yaml());
      joined.await("the cluster is told", () -> condition("DiskPressure").equals("True"));
      Pod hog = joined.await("hog", "is evicted", PodStates::isOver);
      assertThat(hog.getStatus().getPhase()).isEqualTo("Failed");
      assertThat(hog.getStatus().getReason()).isEqualTo("Evicted");
      assertThat(hog.getStatus().getMessage())
          .startsWith("The node was low on resource: ephemeral-storage. Threshold quantity: ");
      assertDisruption(hog, hog.getStatus().getMessage());
      assertThat(evictedEvents("hog")).isEqualTo("ephemeral-storage");
      assertThat(jubelet("explain", "node", "--root-dir=" + node.root()))
          .contains("nodefs.available", "default/innocent");

      joined.await("the disk has room again", () -> condition("DiskPressure").equals("False"));
      cluster.create(Workloads.staying("next", containerd.image()));
      joined.awaitReady("next");
      assertThat(PodStates.containerId(joined.awaitReady("innocent"))).isEqualTo(before);
      assertThat(node.page("/metrics").orElseThrow())
          .contains("kubelet_evictions{eviction_signal=\"nodefs.available\"} 1\n")
          .contains("kubelet_eviction_stats_age_seconds_count{eviction_signal=");
    }
  }

  @Test
  void onlyThePodThatTakesTheMemoryGoes() throws Exception {
    TestNode node = node("evictionHard: {memory.available: 250Mi}\n" + reservation());
    try (JoinedNode joined = new JoinedNode(cluster, node)) {
      joined.join();
      cluster.create(Workloads.staying("innocent", containerd.image()));
      String before = PodStates.containerId(joined.awaitReady("innocent"));
      cluster.create(
          Workloads.boundPod("hog")
              .container(
                  "main",
                  containerd.image(),
                  "trap '' TERM; (head -c 320000000 /dev/zero; sleep 3600) | tail")
              .yaml());
      Pod hog = joined.await("hog", "is evicted", PodStates::isOver);
      assertThat(hog.getStatus().getReason()).isEqualTo("Evicted");
      assertThat(hog.getStatus().getMessage())
          .matches(
              "The node was low on resource: memory\\. Threshold quantity: 250Mi, available:"
                  + " \\d+Ki\\. Container main was using \\d+Ki, request is 0, has larger"
                  + " consumption of memory\\. ");
      assertDisruption(hog, hog.getStatus().getMessage());
      assertThat(evictedEvents("hog")).isEqualTo("memory");
      assertThat(condition("MemoryPressure")).isEqualTo("True");
      cluster.create(Workloads.staying("refused", containerd.image()));
      Pod refused = joined.await("refused", "is refused", PodStates::isOver);
      assertThat(refused.getStatus().getReason()).isEqualTo("Evicted");
      assertThat(refused.getStatus().getMessage())
          .isEqualTo("Pod was rejected: The node had condition: [MemoryPressure]. ");

      joined.await("there is memory again", () -> condition("MemoryPressure").equals("False"));
      cluster.create(Workloads.staying("next", containerd.image()));
      joined.awaitReady("next");
      assertThat(PodStates.containerId(joined.awaitReady("innocent"))).isEqualTo(before);
      preempts(joined);
    }
  }

  /** Those that were promised something give way, the one that asked for nothing stays. */
  private void preempts(JoinedNode joined) {
    int millis = Runtime.getRuntime().availableProcessors() * 1000;
    cluster.create(requesting("burstable", millis / 2 - 100, "", ""));
    cluster.create(requesting("guaranteed", millis / 2 - 100, ", memory: 20Mi", ""));
    joined.awaitReady("burstable");
    joined.awaitReady("guaranteed");
    cluster.create(
        requesting("critical", millis - 150, "", "  priorityClassName: system-cluster-critical"));
    joined.awaitReady("critical");
    for (String name : List.of("burstable", "guaranteed")) {
      Pod victim = joined.await(name, "is over", PodStates::isOver);
      assertThat(victim.getStatus().getPhase()).isEqualTo("Succeeded");
      assertThat(victim.getStatus().getReason()).isNull();
      assertDisruption(victim, "Pod was preempted by Kubelet to accommodate a critical pod.");
    }
    joined.awaitReady("innocent");
    assertThat(
            cluster.kubectl("get", "events", "--field-selector", "reason=Preempting", "-o", "name"))
        .isNotBlank();
  }

  private String requesting(String name, int millis, String more, String spec) {
    String requests = "{cpu: " + millis + "m" + more + "}";
    String limits = more.isEmpty() ? "" : ", limits: " + requests;
    Manifests pod =
        Workloads.boundPod(name)
            .container("main", containerd.image(), Manifests.STAY)
            .with("resources: {requests: " + requests + limits + "}")
            .graceSeconds(10);
    return (spec.isEmpty() ? pod : pod.spec(spec)).yaml();
  }

  private static void assertDisruption(Pod pod, String message) {
    assertThat(pod.getStatus().getConditions())
        .filteredOn(condition -> condition.getType().equals("DisruptionTarget"))
        .singleElement()
        .extracting(PodCondition::getStatus, PodCondition::getReason, PodCondition::getMessage)
        .containsExactly("True", "TerminationByKubelet", message);
  }

  /** What the only event of its eviction says that the node lacked. */
  private String evictedEvents(String pod) {
    return cluster.kubectl(
        "get",
        "events",
        "--field-selector",
        "reason=Evicted,involvedObject.name=" + pod,
        "-o",
        "jsonpath={.items[*].metadata.annotations.starved_resource}");
  }

  private String condition(String type) {
    return cluster.node().stream()
        .flatMap(found -> found.getStatus().getConditions().stream())
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .map(NodeCondition::getStatus)
        .orElse("none");
  }

  /** Sets nearly all memory aside, so that pods are held to a little. */
  private static String reservation() throws IOException {
    long total =
        Files.readAllLines(Path.of("/proc/meminfo")).stream()
            .filter(line -> line.startsWith("MemTotal:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
            .findFirst()
            .orElseThrow();
    return "systemReserved: {memory: \"" + (total - POD_MEMORY) + "\"}\n";
  }

  private void mountDisk(Path root) throws Exception {
    Path image = folder.resolve("disk");
    run("truncate", "-s", "64M", image.toString());
    run("mkfs.ext4", "-q", "-m", "0", image.toString());
    Files.createDirectories(root);
    run("mount", "-o", "loop", image.toString(), root.toString());
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
