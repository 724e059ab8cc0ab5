package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.apiserver.StallingProxy;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A node whose API server, or the way to it, or whose own agent, is away for a while. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class ClusterFaultIT {
  private static final String QUICK_PULSE =
      """
      nodeLeaseDurationSeconds: 4
      nodeStatusUpdateFrequency: 2s
      """;
  private static final Duration A_WHILE = Duration.ofSeconds(6);

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final StallingProxy way;
  private final JoinedNode joined;

  ClusterFaultIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start();
    way = new StallingProxy(cluster.plane().server().getPort());
    joined =
        new JoinedNode(
            cluster, TestNode.joining(containerd, kubeconfigThroughProxy(), QUICK_PULSE));
  }

  private Path kubeconfigThroughProxy() {
    ControlPlane plane = cluster.plane();
    Path file = plane.nodeKubeconfig(TestNode.NODE_NAME);
    String throughProxy = "https://127.0.0.1:" + way.port();
    try {
      String text = Files.readString(file);
      assertThat(text).contains(plane.server().toString());
      return Files.writeString(file, text.replace(plane.server().toString(), throughProxy));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  void start() {
    joined.join();
  }

  @AfterEach
  void clear() {
    joined.clear();
    assertThat(cluster.pods().contradictions()).isEmpty();
  }

  @AfterAll
  void stop() {
    try (way) {
      joined.close();
    }
  }

  /** Creates a pod and returns the identifier of its container once it is ready. */
  private String running(String pod) {
    cluster.create(Workloads.staying(pod, containerd.image()));
    return PodStates.containerId(joined.awaitReady(pod));
  }

  /** The same of a pod that is restarted when it has no file {@code /alive}. */
  private String runningWhileAlive(String pod) {
    cluster.create(
        Workloads.boundPod(pod)
            .container("main", containerd.image(), "touch /alive; " + Manifests.STAY)
            .with(
                """
                livenessProbe:
                  exec: {command: [test, -e, /alive]}
                  initialDelaySeconds: 1
                  periodSeconds: 1
                  timeoutSeconds: 30
                  failureThreshold: 1
                """)
            .yaml());
    return PodStates.containerId(joined.awaitReady(pod));
  }

  private static void holdsForAWhile(String what, BooleanSupplier condition) {
    Awaitility.await(what)
        .during(A_WHILE)
        .atMost(A_WHILE.multipliedBy(2))
        .until(condition::getAsBoolean);
  }

  private void assertUntouched(String pod, String container) {
    Pod now = cluster.pods().find(pod).orElseThrow();
    assertThat(PodStates.containerId(now)).isEqualTo(container);
    assertThat(PodStates.restarts(now)).isZero();
    assertThat(joined.running(pod)).containsExactly(container);
  }

  @Test
  void aShortOutageOfTheRuntimeKeepsTheNodeReady() {
    String steady = running("steady");
    containerd.stopDaemon();
    try {
      holdsForAWhile("the node stays ready", cluster::isNodeReady);
    } finally {
      containerd.startDaemon();
    }
    running("next");
    assertUntouched("steady", steady);
    assertThat(cluster.isNodeReady()).isTrue();
  }

  @Test
  void podsAreKeptRunningWhileTheServerIsAway() {
    String steady = running("steady");
    String mortal = running("mortal");
    String probed = runningWhileAlive("probed");
    cluster.stopServer();
    try {
      joined.runtime().kill(mortal);
      containerd.ctr("tasks", "exec", "--exec-id", "end", probed, "rm", "/alive");
      joined.await(
          "its probe restarts it",
          () -> joined.running("probed").size() == 1 && !joined.isRunning(probed));
      joined.await(
          "it runs again", () -> joined.running("mortal").size() == 1 && !joined.isRunning(mortal));
      assertThat(joined.running("steady")).containsExactly(steady);
    } finally {
      cluster.startServer();
    }
    Pod told = joined.await("mortal", "was restarted", pod -> PodStates.restarts(pod) == 1);
    joined.await("probed", "was restarted", pod -> PodStates.restarts(pod) == 1);
    joined.awaitReady("mortal");
    assertThat(PodStates.statuses(told).getFirst().getLastState().getTerminated().getExitCode())
        .isEqualTo(137);
    assertUntouched("steady", steady);
  }

  @Test
  void anAgentThatStartsWithoutTheServerKillsAndClearsNothing() {
    String web = running("web");
    String doomed = running("doomed");
    Path remains = directoryOf("doomed");
    joined.node().killKubelet();
    cluster.deleteByForce("doomed");
    cluster.stopServer();
    long outages = logged("API server is unreachable");
    long ends = logged("API server is reachable again");
    try {
      joined.node().startKubelet();
      joined
          .node()
          .apply(Manifests.pod("own").running("main", containerd.image()).graceSeconds(1), "own");
      joined.node().awaitReady("own");
      holdsForAWhile(
          "the pods run on",
          () -> joined.isRunning(web) && joined.isRunning(doomed) && Files.exists(remains));
    } finally {
      cluster.startServer();
    }
    joined.awaitReady(TestNode.podName("own"));
    assertThat(logged("API server is unreachable")).isEqualTo(outages + 1);
    assertThat(logged("API server is reachable again")).isEqualTo(ends + 1);
    assertThat(joined.node().log()).contains("address=\"https://127.0.0.1:" + way.port());
    assertThat(joined.node().log().lines())
        .noneMatch(line -> line.startsWith("E") && line.contains("Unable to register"));
    joined.awaitGone("doomed");
    joined.await("its directory is cleared away", () -> !Files.exists(remains));
    assertUntouched("web", web);
    joined.node().remove("own");
    joined.awaitGone(TestNode.podName("own"));
  }

  private long logged(String message) {
    return joined.node().log().lines().filter(line -> line.contains(message)).count();
  }

  private Path directoryOf(String pod) {
    String uid = cluster.pods().find(pod).orElseThrow().getMetadata().getUid();
    Path directory = joined.node().root().resolve("pods").resolve(uid);
    assertThat(directory).isDirectory();
    return directory;
  }

  @Test
  void whatChangedWhileTheAgentWasDownIsDoneAfterItsStart() {
    String kept = running("kept");
    running("forced");
    running("asked");
    joined.node().killKubelet();
    cluster.deleteByForce("forced");
    cluster.kubectl("delete", "pod", "asked", "--wait=false");
    cluster.create(Workloads.staying("late", containerd.image()));
    joined.node().startKubelet();

    joined.awaitGone("forced");
    joined.awaitGone("asked");
    joined.awaitReady("late");
    assertUntouched("kept", kept);
  }

  @Test
  void nothingIsLostWhenTheServerForgetsItsHistory() {
    String kept = running("kept");
    running("gone");
    way.refuse(true);
    way.cut();
    cluster.deleteByForce("gone");
    cluster.create(Workloads.staying("come", containerd.image()));
    // A server that has just started knows of the past only what etcd still has.
    cluster.stopServer();
    cluster.plane().compact();
    cluster.startServer();
    way.refuse(false);

    joined.awaitGone("gone");
    joined.awaitReady("come");
    assertUntouched("kept", kept);
  }

  /** Versions go back, so that whatever the agent knew of the server is from another world. */
  @Test
  void aServerThatIsRestoredFromABackupIsTheTruth() {
    String kept = running("kept");
    String worn = running("worn");
    running("dear");
    cluster.plane().save();
    joined
        .node()
        .apply(Manifests.pod("own").running("main", containerd.image()).graceSeconds(1), "own");
    joined.awaitReady(TestNode.podName("own"));
    running("new");
    joined.runtime().kill(worn);
    joined.await("worn", "was restarted", pod -> PodStates.restarts(pod) == 1);
    joined.awaitReady("worn");
    List<String> wornNow = joined.running("worn");
    cluster.kubectl("delete", "pod", "dear", "--timeout=20s");

    cluster.restore();

    joined.await("what the server lost is ended", () -> joined.sandboxes("new").isEmpty());
    joined.await("what the server has again runs", () -> joined.running("dear").size() == 1);
    joined.await("worn", "was restarted", pod -> PodStates.restarts(pod) == 1);
    joined.awaitReady(TestNode.podName("own"));
    joined.awaitReady("dear");
    assertUntouched("kept", kept);
    assertThat(joined.running("worn")).isEqualTo(wornNow);
    cluster.create(Workloads.staying("next", containerd.image()));
    joined.awaitReady("next");
    joined.node().remove("own");
    joined.awaitGone(TestNode.podName("own"));
  }

  /** As upstream: only a start of the agent registers the node; its pods do not need that. */
  @Test
  void aNodeThatIsDeletedComesBackWithTheNextStart() {
    String web = running("web");
    String before = cluster.node().orElseThrow().getMetadata().getUid();
    cluster.kubectl("delete", "node", TestNode.NODE_NAME);
    holdsForAWhile("there is no node", () -> cluster.node().isEmpty());
    assertThat(joined.isRunning(web)).isTrue();
    joined.runtime().kill(web);
    joined.await("web", "was restarted", pod -> PodStates.restarts(pod) == 1);
    List<String> running = joined.running("web");

    joined.node().stopKubelet();
    joined.join();
    assertThat(cluster.node().orElseThrow().getMetadata().getUid()).isNotEqualTo(before);
    assertThat(joined.running("web")).isEqualTo(running).hasSize(1);
  }

  @Test
  void aConnectionThatDiesSilentlyIsLeft() {
    running("kept");
    int connections = way.accepted();
    long failures = failedRequests();
    way.stall();
    ZonedDateTime before = renewed();
    cluster.create(Workloads.staying("unseen", containerd.image()));

    joined.await(
        "the lease is renewed twice", () -> renewed().isAfter(before.plus(Duration.ofSeconds(6))));
    joined.awaitReady("unseen");
    assertThat(way.accepted()).isGreaterThan(connections);
    assertThat(failedRequests())
        .as("whichever request meets the silence first counts as failed")
        .isGreaterThan(failures);
    assertThat(joined.node().page("/metrics").orElseThrow())
        .contains("rest_client_request_duration_seconds_count{verb=\"PATCH\",host=\"127.0.0.1:");
  }

  /** Since the agent started, by any method. */
  private long failedRequests() {
    return joined
        .node()
        .page("/metrics")
        .orElseThrow()
        .lines()
        .filter(line -> line.startsWith("rest_client_requests_total{code=\"<error>\""))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private ZonedDateTime renewed() {
    return cluster.lease().orElseThrow().getSpec().getRenewTime();
  }
}
