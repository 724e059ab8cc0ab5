package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A full node, each of whose pods has 1 MiB of config maps and secrets of its own, and pods that
 * come, go and change for an hour. For {@code ./soak} only, which says how to run it.
 */
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class SoakSuite {
  private static final int PODS = Integer.getInteger("soak.pods", 110);
  private static final Duration DURATION =
      Duration.ofMinutes(Integer.getInteger("soak.minutes", 60));
  private static final int BATCH = 10;
  private static final int PART = 512 * 1024;
  private static final int STRANGERS = 300;
  // Of two equal processes the memory differs by about that much.
  private static final double TOLERANCE = 1.1;
  private static final long TOLERANCE_KIB = 8 * 1024;

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;
  private final Deque<String> names = new ArrayDeque<>();
  private int made;

  SoakSuite(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start();
    joined =
        new JoinedNode(
            cluster,
            TestNode.joining(
                containerd,
                cluster.plane().nodeKubeconfig(TestNode.NODE_NAME),
                """
                address: %s
                authentication: {x509: {clientCAFile: %s}}
                authorization: {}
                """
                    .formatted(
                        containerd.gateway(), cluster.plane().directory().resolve("pki/ca.crt"))));
  }

  @AfterEach
  void stop() {
    joined.close();
  }

  @Test
  void memoryStaysFlatWhilePodsComeAndGo() throws IOException {
    joined.join();
    long agent = joined.node().pid();
    report("joined");
    while (names.size() < PODS) {
      create(Math.min(BATCH, PODS - names.size()));
    }
    report("all " + PODS + " pods are ready");
    List<Long> samples = new ArrayList<>();
    long end = System.nanoTime() + DURATION.toNanos();
    while (System.nanoTime() < end) {
      churn();
      samples.add(report("round " + samples.size()));
    }
    assertThat(joined.node().pid()).isEqualTo(agent);
    assertThat(ProcessHandle.of(agent)).isPresent();
    assertFlat(samples);
  }

  private void churn() throws IOException {
    int count = Math.min(BATCH, PODS);
    names.stream()
        .limit(2L * count)
        .skip(count)
        .forEach(
            name ->
                cluster.kubectl(
                    "patch",
                    "configmap",
                    name,
                    "-p",
                    "{\"data\":{\"stamp\":\"%d\"}}".formatted(made)));
    List<String> going = Stream.generate(names::removeFirst).limit(count).toList();
    for (String kind : List.of("pods", "configmaps", "secrets")) {
      List<String> command = new ArrayList<>(List.of("delete", kind, "--wait=false"));
      command.addAll(going);
      cluster.kubectl(command.toArray(String[]::new));
    }
    beAStranger();
    create(count);
    going.forEach(joined::awaitGone);
  }

  private void create(int count) {
    StringBuilder manifests = new StringBuilder();
    List<String> coming = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = "soak-" + made++;
      manifests.append(manifest(name));
      coming.add(name);
    }
    cluster.create(manifests.toString());
    coming.forEach(joined::awaitReady);
    names.addAll(coming);
  }

  private String manifest(String name) {
    byte[] secret = new byte[PART];
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: %1$s}
    data: {data: "%2$s"}
    ---
    apiVersion: v1
    kind: Secret
    metadata: {name: %1$s}
    data: {data: "%3$s"}
    ---
    """
            .formatted(name, "x".repeat(PART), Base64.getEncoder().encodeToString(secret))
        + Workloads.boundPod(name)
            .running("main", containerd.image())
            .with(
                "volumeMounts: [{name: c, mountPath: /c}, {name: s, mountPath: /s, readOnly:"
                    + " true}]")
            .spec(
                "  volumes: [{name: c, configMap: {name: %1$s}}, {name: s, secret: {secretName: %1$s}}]"
                    .formatted(name))
            .yaml()
        + "---\n";
  }

  /** Many connections at once that send nothing. */
  private void beAStranger() throws IOException {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < STRANGERS; i++) {
        sockets.add(new Socket(containerd.gateway(), joined.node().mainPort()));
      }
      page("pods");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private String page(String path) {
    return cluster.kubectl(
        "get", "--raw", "/api/v1/nodes/" + TestNode.NODE_NAME + "/proxy/" + path);
  }

  /** Returns the resident memory in KiB. */
  private long report(String what) throws IOException {
    String metrics = page("metrics");
    long resident = residentKib();
    System.out.printf(
        "%-26s resident %4d MiB, heap used %4.0f MiB, heap committed %4.0f MiB, objects %4.0f"
            + " MiB%n",
        what,
        resident >> 10,
        mebibytes(metrics, "jubelet_jvm_heap_used_bytes"),
        mebibytes(metrics, "jubelet_jvm_heap_committed_bytes"),
        mebibytes(metrics, "jubelet_object_bytes"));
    return resident;
  }

  private long residentKib() throws IOException {
    return Files.readString(Path.of("/proc/" + joined.node().pid() + "/status"))
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  private static double mebibytes(String metrics, String name) {
    return metrics
            .lines()
            .filter(line -> line.startsWith(name + " "))
            .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
            .findFirst()
            .orElseThrow()
        / (1 << 20);
  }

  /** The last quarter is not above the second; the first is for caches and compilers. */
  private static void assertFlat(List<Long> samples) {
    int quarter = samples.size() / 4;
    assertThat(quarter).as("enough rounds for a judgement").isPositive();
    long before = median(samples.subList(quarter, 2 * quarter));
    long after = median(samples.subList(samples.size() - quarter, samples.size()));
    System.out.printf("median of the second quarter %d KiB, of the last %d KiB%n", before, after);
    assertThat(after).isLessThan((long) (before * TOLERANCE) + TOLERANCE_KIB);
  }

  private static long median(List<Long> samples) {
    return samples.stream().sorted().skip(samples.size() / 2).findFirst().orElseThrow();
  }
}
