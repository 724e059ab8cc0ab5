package dev.jubelet.it.simulation;

import static dev.jubelet.it.simulation.ClusterFixture.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.cri.FakeProgram;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Static pods and their mirrors along the whole path. */
@Timeout(60)
final class MirrorPodSimulationTest {
  private static final String FILE = "web.yaml";
  private static final String NAME = "web-" + SimulatedAgent.NODE;

  private final WantedPod web = new WantedPod("web", "Always", List.of("main"), 1);
  private final ClusterFixture node;
  private final FakePods server;

  MirrorPodSimulationTest(@TempDir Path directory) throws IOException {
    node = new ClusterFixture(directory);
    server = node.server;
  }

  @AfterEach
  void end() {
    node.close();
  }

  @Test
  void aStaticPodShowsItsStatusInItsMirror() throws IOException {
    Pod mirror = start();
    assertThat(mirror.getMetadata().getAnnotations()).containsKey(Annotations.MIRROR);
    OwnerReference owner = mirror.getMetadata().getOwnerReferences().getFirst();
    assertThat(owner.getUid()).isEqualTo(SimulatedAgent.NODE_UID);
    assertThat(mirror.getStatus().getPhase()).isEqualTo("Running");
    assertThat(node.running()).hasSize(1);
  }

  @Test
  void aDeletedMirrorComesBackWithItsStatusAndTheContainersStay() throws IOException {
    String first = start().getMetadata().getUid();
    List<String> containers = node.running();
    server.end(NAMESPACE, NAME, 30);
    Pod second =
        node.await(NAME, pod -> TestNode.isReady(pod) && !pod.getMetadata().getUid().equals(first));
    server.end(NAMESPACE, NAME, 0);
    String uid = second.getMetadata().getUid();
    node.await(NAME, pod -> TestNode.isReady(pod) && !pod.getMetadata().getUid().equals(uid));
    assertThat(node.running()).isEqualTo(containers);
  }

  @Test
  void theMirrorStaysUntilTheStaticPodHasEnded() throws IOException {
    node.runtime.programs(config -> FakeProgram.stubborn());
    start();
    node.removeManifest(FILE);
    node.leap(Duration.ofSeconds(3));
    assertThat(server.find(NAMESPACE, NAME)).isPresent();
    assertThat(node.running()).hasSize(1);
    node.awaitLeaping(() -> node.running().isEmpty());
    node.awaitGone(NAME);
  }

  @Test
  void aChangedManifestHasAnotherMirror() throws IOException {
    String first = start().getMetadata().getAnnotations().get(Annotations.MIRROR);
    node.writeManifest(FILE, web.changed().manifest());
    Pod second =
        node.await(
            NAME,
            pod ->
                TestNode.isReady(pod)
                    && !Objects.equals(
                        first, pod.getMetadata().getAnnotations().get(Annotations.MIRROR)));
    assertThat(second.getSpec().getContainers().getFirst().getCommand().toString())
        .contains("version 2");
    assertThat(node.running()).hasSize(1);
  }

  @Test
  void anAgentThatComesBackKeepsWhatFitsAndClearsTheRest() throws IOException {
    String uid = start().getMetadata().getUid();
    List<String> containers = node.running();
    int patches = server.calls("patch").size();
    node.killAgent();
    node.startAgent();
    node.leap(Duration.ofSeconds(10));
    assertThat(server.find(NAMESPACE, NAME).orElseThrow().getMetadata().getUid()).isEqualTo(uid);
    assertThat(node.running()).isEqualTo(containers);
    assertThat(server.calls("patch")).hasSize(patches);

    node.killAgent();
    node.removeManifest(FILE);
    node.startAgent();
    node.awaitLeaping(() -> node.running().isEmpty());
    node.awaitLeaping(() -> server.find(NAMESPACE, NAME).isEmpty());
  }

  private Pod start() throws IOException {
    node.writeManifest(FILE, web.manifest());
    return node.await(NAME, TestNode::isReady);
  }
}
