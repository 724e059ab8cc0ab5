package dev.jubelet.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.jubelet.app.cluster.ClusterApi;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiConnection;
import dev.jubelet.edge.apiserver.ClientSettings;
import dev.jubelet.edge.apiserver.ConnectionSettings;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.lab.ControlPlane;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The path on a fake runtime with a real API server: that it takes what is sent to it. */
@Timeout(120)
@NeedsControlPlane
final class RealServerIT {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final String NAMESPACE = "default";

  private final ControlPlane plane;
  private final Path directory;
  private final SystemTimers timers = new SystemTimers();
  private final LeapingTimers.Clock clock = new LeapingTimers.Clock();
  private final FakeCri runtime = new FakeCri(new LeapingTimers(clock), FakeProfile.containerd2());
  private ApiConnection connection;
  private SimulatedAgent agent;

  RealServerIT(ControlPlane plane, @TempDir Path directory) {
    this.plane = plane;
    this.directory = directory;
  }

  @BeforeEach
  void start() throws IOException {
    String uid = apply("{apiVersion: v1, kind: Node, metadata: {name: simulated}}");
    connection =
        new ApiConnection(
            Kubeconfig.read(plane.nodeKubeconfig(SimulatedAgent.NODE)),
            new ConnectionSettings("api", "kubelet/v1.36.4", ConnectionSettings.Threads.PLATFORM),
            KubernetesJson.mapper(),
            timers);
    ApiClient client =
        new ApiClient(
            connection, ClientSettings.usual(50, 100, timers), KubernetesJson.mapper(), timers);
    runtime.images().add(WantedPod.IMAGE);
    agent =
        new SimulatedAgent(
            directory,
            runtime,
            clock,
            new SimulatedAgent.Server(ClusterApi.of(client, SimulatedAgent.NODE), uid));
  }

  @AfterEach
  void end() {
    agent.kill();
    connection.close();
    timers.close();
    plane.kubectl("delete", "pods", "--all", "--force", "--grace-period=0", "-n", NAMESPACE);
    plane.kubectl("delete", "node", SimulatedAgent.NODE);
  }

  @Test
  void aPodIsRunToldRepairedAndDeleted() throws IOException {
    apply(new PodBuilder(ClusterFixture.pod("web")).withStatus(null).build());
    Pod ready = await("web", TestNode::isReady);
    assertThat(ready.getStatus().getPodIPs()).isNotEmpty();
    assertThat(ready.getStatus().getConditions())
        .extracting(PodCondition::getType)
        .contains("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady");

    patchStatus(
        "{\"status\":{\"podIPs\":[{\"ip\":\"9.9.9.9\"},{\"$patch\":\"replace\"}],\"podIP\":\"9.9.9.9\","
            + "\"conditions\":[{\"type\":\"example.com/x\",\"status\":\"True\"},"
            + "{\"type\":\"PodResizePending\",\"status\":\"True\"}]}}");
    Pod repaired =
        await(
            "web",
            pod ->
                pod.getStatus().getPodIPs().equals(ready.getStatus().getPodIPs())
                    && condition(pod, "PodResizePending").isEmpty());
    assertThat(condition(repaired, "example.com/x")).isPresent();

    plane.kubectl("delete", "pod", "web", "-n", NAMESPACE, "--grace-period=1", "--wait=false");
    awaitTrue(() -> find("web").isEmpty());
  }

  @Test
  void anotherPodOfTheSameNameFollows() throws IOException {
    apply(new PodBuilder(ClusterFixture.pod("web")).withStatus(null).build());
    String first = await("web", TestNode::isReady).getMetadata().getUid();
    plane.kubectl("delete", "pod", "web", "-n", NAMESPACE, "--force", "--grace-period=0");
    apply(new PodBuilder(ClusterFixture.pod("web")).withStatus(null).build());
    Pod second = await("web", TestNode::isReady);
    assertThat(second.getMetadata().getUid()).isNotEqualTo(first);
  }

  @Test
  void aStaticPodHasAMirrorThatComesBack() throws IOException {
    WantedPod web = new WantedPod("web", "Always", List.of("main"), 1);
    Files.writeString(directory.resolve("manifests/web.yaml"), web.manifest());
    String name = web.fullName();
    String first = await(name, TestNode::isReady).getMetadata().getUid();
    plane.kubectl("delete", "pod", name, "-n", NAMESPACE, "--wait=false");
    await(name, pod -> TestNode.isReady(pod) && !pod.getMetadata().getUid().equals(first));
    Files.delete(directory.resolve("manifests/web.yaml"));
    awaitTrue(() -> find(name).isEmpty());
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst();
  }

  private void patchStatus(String patch) {
    plane.kubectl(
        "patch",
        "pod",
        "web",
        "-n",
        NAMESPACE,
        "--subresource=status",
        "--type=strategic",
        "-p",
        patch);
  }

  private void apply(Pod pod) throws IOException {
    apply(KubernetesJson.mapper().writeValueAsString(pod));
  }

  /** Returns the UID. */
  private String apply(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("applied.yaml"), text);
    return plane.kubectl("create", "-f", file.toString(), "-o", "jsonpath={.metadata.uid}");
  }

  private Optional<Pod> find(String name) {
    try {
      String text =
          plane.kubectl(
              "get",
              "pods",
              "-n",
              NAMESPACE,
              "--field-selector=metadata.name=" + name,
              "-o",
              "json");
      return KubernetesJson.mapper().readValue(text, PodList.class).getItems().stream().findFirst();
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private Pod await(String name, Predicate<Pod> condition) {
    awaitTrue(() -> find(name).filter(condition).isPresent());
    return find(name).orElseThrow();
  }

  private void awaitTrue(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      agent.fire();
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }
}
