package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A runtime whose network is not configured, as on a node that its network add-on comes to last.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("5.8")
final class NetworkFaultIT {
  private final PrivateContainerd containerd;
  private final TestNode node;
  private final Path network;
  private final byte[] configured;

  NetworkFaultIT(PrivateContainerd containerd) throws IOException {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "");
    this.network = containerd.networkConfig();
    this.configured = Files.readAllBytes(network);
  }

  @BeforeEach
  void takeTheNetworkAway() throws IOException {
    Files.delete(network);
    node.startKubelet();
  }

  @AfterEach
  void close() throws IOException {
    if (!Files.exists(network)) {
      Files.write(network, configured);
    }
    node.close();
  }

  @Test
  void aPodWaitsForTheNetworkWithItsReasonAndStartsWhenItIsThere() throws IOException {
    node.await("the network is missed", () -> node.log().contains("Network not ready"));
    node.apply(Manifests.pod("patient").running("main", containerd.image()), "patient");
    node.await("it is told why", () -> isTold("patient"));
    Manifests onTheHost =
        Manifests.pod("hosted").running("main", containerd.image()).spec("  hostNetwork: true");
    node.apply(onTheHost, "hosted");
    node.awaitReady("hosted");
    Pod waiting = node.find("patient").orElseThrow();
    assertThat(waiting.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(isTold("hosted")).isFalse();

    Files.write(network, configured);
    Pod ready = node.awaitReady("patient");
    assertThat(ready.getMetadata().getUid()).isEqualTo(waiting.getMetadata().getUid());
    assertThat(ready.getStatus().getPodIP()).isNotBlank();
  }

  private boolean isTold(String pod) {
    return node.log()
        .lines()
        .filter(line -> line.contains("Event occurred") && line.contains(TestNode.podName(pod)))
        .anyMatch(
            line ->
                line.contains("reason=\"NetworkNotReady\"") && line.contains("NetworkReady=false"));
  }
}
