package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.tls.AnyServer;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** An agent with a small heap, and those who would fill it. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class MemoryIT {
  private static final int OBJECT_BYTES = 1_000_000;
  // Of a heap of 96 MB objects may have 20 MiB.
  private static final String HEAP = "96m";
  private static final int FITTING = 20;
  private static final int PODS = 25;
  private static final int STRANGERS = 2000;

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;

  MemoryIT(PrivateContainerd containerd) {
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

  @BeforeAll
  void start() {
    joined.node().launch(joined.node().kubeletCommand(), Map.of("JUBELET_MAX_HEAP", HEAP));
    joined.node().awaitAnswer();
    joined.await("the node is ready", cluster::isNodeReady);
  }

  @AfterAll
  void stop() {
    joined.close();
  }

  @Test
  void objectsThatDoNotFitAreRefusedToTheirPodsAlone() {
    long agent = joined.node().pid();
    IntStream.range(0, PODS).forEach(i -> cluster.create(podWithItsOwnObject("large-" + i)));
    joined.await("as many pods are ready as fit", () -> ready().size() == FITTING);
    List<String> refused =
        cluster.pods().present().stream()
            .map(pod -> pod.getMetadata().getName())
            .filter(name -> !ready().contains(name))
            .toList();
    assertThat(refused).hasSize(PODS - FITTING);
    joined.await(
        "each refused pod has an event that says why",
        () -> refused.stream().allMatch(name -> eventsOf(name).contains(refusal(name))));
    assertThat(metric("jubelet_object_bytes"))
        .isBetween(20e6, metric("jubelet_object_budget_bytes"));

    ready().stream().limit(PODS - FITTING).forEach(cluster::deleteByForce);
    joined.await("the others get the room", () -> ready().containsAll(refused));
    assertThat(joined.node().pid()).isEqualTo(agent);
    assertThat(ProcessHandle.of(agent)).isPresent();
  }

  @Test
  void strangersDoNotKeepOthersOut() throws IOException {
    List<Socket> strangers = new ArrayList<>();
    try {
      for (int i = 0; i < STRANGERS; i++) {
        strangers.add(i % 5 == 0 ? halfAHead() : silent());
        if (i % 200 == 199) {
          assertThat(podsByTheApiServer()).contains("PodList");
        }
      }
      assertThat(podsByTheApiServer()).contains("PodList");
      assertThat(metric("jubelet_http_connections_dropped_total")).isGreaterThan(1000);
      assertThat(joined.node().log())
          .containsOnlyOnce("Too many connections without authentication");
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  private Socket silent() throws IOException {
    return new Socket(containerd.gateway(), joined.node().mainPort());
  }

  private Socket halfAHead() throws IOException {
    Socket socket =
        AnyServer.context()
            .getSocketFactory()
            .createSocket(containerd.gateway(), joined.node().mainPort());
    OutputStream out = socket.getOutputStream();
    String head = "GET /pods HTTP/1.1\r\nHost: node\r\nX-Long: " + "x".repeat(12_000);
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return socket;
  }

  private String podsByTheApiServer() {
    return cluster.kubectl("get", "--raw", "/api/v1/nodes/" + TestNode.NODE_NAME + "/proxy/pods");
  }

  private double metric(String name) {
    return cluster
        .kubectl("get", "--raw", "/api/v1/nodes/" + TestNode.NODE_NAME + "/proxy/metrics")
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  private List<String> ready() {
    return cluster.pods().present().stream()
        .filter(TestNode::isReady)
        .map((Pod pod) -> pod.getMetadata().getName())
        .toList();
  }

  private String eventsOf(String pod) {
    return cluster.kubectl(
        "get",
        "events",
        "--field-selector=involvedObject.name=" + pod,
        "-o",
        "jsonpath={range .items[*]}{.reason}: {.message}{\"\\n\"}{end}");
  }

  private static String refusal(String name) {
    return "ConfigMap default/" + name + " has 1000132 bytes and does not fit into memory";
  }

  private String podWithItsOwnObject(String name) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: %1$s}
    data: {data: "%2$s"}
    ---
    """
            .formatted(name, "x".repeat(OBJECT_BYTES))
        + Workloads.boundPod(name)
            .running("main", containerd.image())
            .with("volumeMounts: [{name: data, mountPath: /data}]")
            .spec("  volumes: [{name: data, configMap: {name: %s}}]".formatted(name))
            .yaml();
  }
}
