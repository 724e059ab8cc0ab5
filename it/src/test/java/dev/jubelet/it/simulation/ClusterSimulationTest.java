package dev.jubelet.it.simulation;

import static dev.jubelet.it.simulation.ClusterFixture.NAMESPACE;
import static dev.jubelet.it.simulation.ClusterFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.cri.FakeProgram;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pods of a cluster along the whole path, on a fake runtime and a fake API server. */
@Timeout(60)
final class ClusterSimulationTest {
  private final ClusterFixture node;
  private final FakePods server;

  ClusterSimulationTest(@TempDir Path directory) throws IOException {
    node = new ClusterFixture(directory);
    server = node.server;
  }

  @AfterEach
  void end() {
    node.close();
  }

  @Test
  void aPlainStartTakesAtMostThreeStatusWrites() {
    server.put(pod("web"));
    Pod ready = node.await("web", TestNode::isReady);
    node.leap(Duration.ofMinutes(5));
    assertThat(ready.getStatus().getPhase()).isEqualTo("Running");
    assertThat(ready.getStatus().getContainerStatuses()).hasSize(1);
    assertThat(server.calls("patch")).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void aDeletedPodIsEndedToldAndThenDeleted() {
    server.put(pod("web"));
    node.await("web", TestNode::isReady);
    server.trouble(
        call -> {
          if (call.verb().equals("delete")) {
            Pod last = server.find(NAMESPACE, "web").orElseThrow();
            assertThat(last.getStatus().getPhase()).isIn("Failed", "Succeeded");
            assertThat(TestNode.isReady(last)).isFalse();
            assertThat(node.running()).isEmpty();
          }
        });
    server.end(NAMESPACE, "web", 1);
    node.awaitGone("web");
    assertThat(server.calls("delete")).hasSize(1);
  }

  @Test
  void aPodThatHasEndedNeedsNothingOfTheServerAnyMore() {
    node.runtime.programs(config -> FakeProgram.exits(Duration.ofSeconds(1), 0));
    server.put(new PodBuilder(pod("once")).editSpec().withRestartPolicy("Never").endSpec().build());
    node.await("once", pod -> "Running".equals(pod.getStatus().getPhase()));
    assertThat(node.supplied).hasSize(1);

    node.leap(Duration.ofSeconds(1));
    node.await("once", pod -> "Succeeded".equals(pod.getStatus().getPhase()));

    node.await(node.supplied::isEmpty);
    node.leap(Duration.ofMinutes(2));
    assertThat(node.supplied).isEmpty();
  }

  @Test
  void aPodThatMayNotRunHereSaysSoAndGoesWhenDeleted() {
    server.put(
        new PodBuilder(pod("odd")).editSpec().addToNodeSelector("no", "such").endSpec().build());
    Pod refused = node.await("odd", pod -> "Failed".equals(pod.getStatus().getPhase()));
    assertThat(refused.getStatus().getReason()).isEqualTo("NodeAffinity");
    server.end(NAMESPACE, "odd", 30);
    node.awaitGone("odd");
  }

  @Test
  void aPodThatIsBeingDeletedWhenFirstSeenIsToldAndDeletedAtOnce() {
    server.put(
        new PodBuilder(pod("late"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .withDeletionGracePeriodSeconds(30L)
            .endMetadata()
            .build());
    node.awaitGone("late");
    assertThat(server.calls("patch")).isNotEmpty();
    assertThat(node.running()).isEmpty();
  }

  @Test
  void twoPodsOfOneNameRunInTurn() {
    String first = server.put(pod("web")).getMetadata().getUid();
    node.await("web", TestNode::isReady);
    String container = node.running().getFirst();
    server.end(NAMESPACE, "web", 0);
    String second = server.put(pod("web")).getMetadata().getUid();
    assertThat(second).isNotEqualTo(first);
    Pod ready = node.await("web", TestNode::isReady);
    assertThat(ready.getMetadata().getUid()).isEqualTo(second);
    node.await(() -> node.running().size() == 1 && !node.running().contains(container));
  }

  @Test
  void whatOthersWriteIsKeptAndWhatTheyOverwriteIsRepaired() {
    server.put(pod("web"));
    node.await("web", TestNode::isReady);
    server.change(
        NAMESPACE,
        "web",
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withPodIP("9.9.9.9")
                .withContainerStatuses()
                .addNewCondition()
                .withType("example.com/foreign")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build());
    Pod repaired = node.await("web", pod -> pod.getStatus().getContainerStatuses().size() == 1);
    assertThat(repaired.getStatus().getPodIP()).isNotEqualTo("9.9.9.9");
    assertThat(repaired.getStatus().getConditions())
        .extracting(PodCondition::getType)
        .contains("example.com/foreign", "Ready");
  }

  @Test
  void aPodThatSomebodyDeclaresOverIsEnded() {
    server.put(pod("web"));
    node.await("web", TestNode::isReady);
    server.change(
        NAMESPACE,
        "web",
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withPhase("Failed")
                .withReason("NodeLost")
                .endStatus()
                .build());
    node.await(() -> node.running().isEmpty());
    Pod over = node.await("web", pod -> !TestNode.isReady(pod));
    assertThat(over.getStatus().getPhase()).isEqualTo("Failed");
    assertThat(over.getStatus().getReason()).isEqualTo("NodeLost");
  }

  @Test
  void withoutTheServerPodsGoOnForDaysAndItHearsOfItLater() {
    server.put(pod("web"));
    node.await("web", TestNode::isReady);
    String first = node.running().getFirst();
    server.goAway();
    node.runtime.exit(first, 1);
    node.await(() -> node.running().size() == 1 && !node.running().contains(first));
    String second = node.running().getFirst();
    for (int day = 0; day < 3; day++) {
      node.leap(Duration.ofDays(1));
      assertThat(node.running()).containsExactly(second);
    }
    node.runtime.exit(second, 1);
    node.awaitLeaping(() -> node.running().size() == 1 && !node.running().contains(second));
    server.comeBack();
    node.awaitLeaping(
        () ->
            server.find(NAMESPACE, "web").orElseThrow().getStatus().getContainerStatuses().stream()
                .anyMatch(container -> container.getRestartCount() == 2));
  }

  @Test
  void anAgentThatFindsNoServerEndsNothing() throws IOException {
    server.put(pod("web"));
    server.put(pod("doomed"));
    node.await("web", TestNode::isReady);
    node.await("doomed", TestNode::isReady);
    List<String> before = node.running();
    node.killAgent();
    server.goAway();
    server.end(NAMESPACE, "doomed", 0);
    node.startAgent();
    for (int minute = 0; minute < 5; minute++) {
      node.leap(Duration.ofMinutes(1));
    }
    assertThat(node.running()).containsExactlyInAnyOrderElementsOf(before);
    server.comeBack();
    node.awaitLeaping(() -> node.running().size() == 1);
    assertThat(before).containsAll(node.running());
    assertThat(TestNode.isReady(server.find(NAMESPACE, "web").orElseThrow())).isTrue();
  }

  @Test
  void twoHundredPodsInAHurryAreAllSeen() {
    int pods = 200;
    for (int i = 0; i < pods; i++) {
      server.put(pod("pod-" + i));
      if (i % 20 == 0) {
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
    node.awaitLeaping(() -> server.all().stream().allMatch(TestNode::isReady));
    assertThat(node.running()).hasSize(pods);
    assertThat(server.calls("patch")).hasSizeLessThanOrEqualTo(3 * pods);
  }
}
