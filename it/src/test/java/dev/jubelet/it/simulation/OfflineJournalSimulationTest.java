package dev.jubelet.it.simulation;

import static dev.jubelet.it.simulation.ClusterFixture.NAMESPACE;
import static dev.jubelet.it.simulation.ClusterFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.app.path.ClusterSupplies;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.cri.FakeProgram;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that are rebooted while the API server is away, on a fake runtime and a fake server. */
@Timeout(60)
final class OfflineJournalSimulationTest {
  private static final Duration LONGER_THAN_THE_WAIT = Duration.ofSeconds(6);

  private final Path directory;
  private final ClusterFixture node;
  private final FakePods server;
  private volatile Optional<String> secret = Optional.of("sesame");

  OfflineJournalSimulationTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    node = new ClusterFixture(directory, supplies(), "--offline-journal", "--kubeconfig=none");
    server = node.server;
  }

  @AfterEach
  void end() {
    node.close();
  }

  /** A server that has one secret, whatever it is called. */
  private ClusterSupplies supplies() {
    ClusterSupplies nothing = ClusterSupplies.NOTHING;
    return new ClusterSupplies(
        new ObjectValues() {
          @Override
          public Lookup configMap(String namespace, String name) {
            return new Lookup.Absent();
          }

          @Override
          public Lookup secret(String namespace, String name) {
            return secret
                .<Lookup>map(
                    text -> new Lookup.Found(Map.of("word", ByteString.copyFromUtf8(text))))
                .orElseGet(() -> new Lookup.Failed("the server is away"));
          }
        },
        nothing.sources(),
        nothing.volumes(),
        nothing.services(),
        nothing.runtimeClasses(),
        nothing.node(),
        nothing.references(),
        nothing.accounts());
  }

  private List<Path> entries() {
    try (Stream<Path> files = Files.list(directory.resolve("root/journal"))) {
      return files.filter(file -> file.toString().endsWith(".entry")).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String run(String name) {
    server.put(pod(name));
    return awaitRunning(name);
  }

  private String awaitRunning(String name) {
    Pod ready = node.await(name, TestNode::isReady);
    node.awaitLeaping(() -> isWritten(ready));
    return ready.getStatus().getContainerStatuses().getFirst().getContainerID();
  }

  private boolean isWritten(Pod pod) {
    return entries().stream()
        .anyMatch(file -> file.endsWith(pod.getMetadata().getUid() + ".entry"));
  }

  private void rebootWithoutServer() throws IOException {
    node.killAgent();
    bootWithoutServer();
  }

  private void bootWithoutServer() throws IOException {
    server.goAway();
    secret = Optional.empty();
    node.emptyRuntime();
    node.startAgent();
    node.leap(LONGER_THAN_THE_WAIT);
  }

  private void serverReturns() {
    secret = Optional.of("sesame");
    server.comeBack();
  }

  @Test
  void podsStartAgainAndRunOnWhenTheServerIsBack() throws IOException {
    String before = run("web");
    rebootWithoutServer();
    node.await(() -> node.running().size() == 1);
    List<String> running = node.running();
    assertThat(before).doesNotContain(running.getFirst());

    serverReturns();
    node.awaitLeaping(
        () ->
            server
                .find(NAMESPACE, "web")
                .filter(TestNode::isReady)
                .map(pod -> pod.getStatus().getContainerStatuses().getFirst().getContainerID())
                .filter(id -> id.contains(running.getFirst()))
                .isPresent());
    node.leap(Duration.ofMinutes(2));
    assertThat(node.running()).isEqualTo(running);
    assertThat(entries()).hasSize(1);
  }

  @Test
  void aSecretIsAsItWas() throws IOException {
    Queue<String> words = new ConcurrentLinkedQueue<>();
    node.runtime.programs(
        config -> {
          config.getEnvsList().stream()
              .filter(variable -> variable.getKey().equals("WORD"))
              .forEach(variable -> words.add(variable.getValue().toStringUtf8()));
          return FakeProgram.service();
        });
    server.put(
        new PodBuilder(pod("web"))
            .editSpec()
            .editContainer(0)
            .addNewEnv()
            .withName("WORD")
            .withNewValueFrom()
            .withNewSecretKeyRef("word", "password", false)
            .endValueFrom()
            .endEnv()
            .endContainer()
            .endSpec()
            .build());
    awaitRunning("web");
    node.leap(Duration.ofSeconds(1));
    rebootWithoutServer();
    node.await(() -> node.running().size() == 1);
    assertThat(words).containsExactly("sesame", "sesame");
  }

  @Test
  void whatWasDeletedMeanwhileIsEndedOnceTheServerIsBack() throws IOException {
    run("kept");
    run("gone");
    rebootWithoutServer();
    node.await(() -> node.running().size() == 2);
    server.end(NAMESPACE, "gone", 0);
    serverReturns();
    node.awaitLeaping(() -> node.running().size() == 1 && entries().size() == 1);
    node.leap(Duration.ofMinutes(1));
    assertThat(node.running()).hasSize(1);
    assertThat(TestNode.isReady(server.find(NAMESPACE, "kept").orElseThrow())).isTrue();
  }

  @Test
  void aServerThatAnswersInTimeIsHeardFirst() throws IOException {
    run("gone");
    node.killAgent();
    node.emptyRuntime();
    server.end(NAMESPACE, "gone", 0);
    server.put(pod("next"));
    node.startAgent();
    node.await("next", TestNode::isReady);
    node.leap(LONGER_THAN_THE_WAIT);
    node.awaitLeaping(() -> entries().size() == 1);
    assertThat(node.running()).hasSize(1);
  }

  @Test
  void whatWasDoneWhileTheServerWasAwayIsNotDoneAgain() throws IOException {
    server.put(new PodBuilder(pod("job")).editSpec().withRestartPolicy("Never").endSpec().build());
    awaitRunning("job");
    server.goAway();
    node.runtime.exit(node.running().getFirst(), 0);
    node.leap(Duration.ofSeconds(5));
    node.leap(Duration.ofSeconds(5));
    rebootWithoutServer();
    node.leap(Duration.ofMinutes(1));
    assertThat(node.running()).isEmpty();
    serverReturns();
    node.awaitLeaping(
        () ->
            server
                .find(NAMESPACE, "job")
                .filter(pod -> "Succeeded".equals(pod.getStatus().getPhase()))
                .isPresent());
    assertThat(node.running()).isEmpty();
  }

  @Test
  void whatTheJournalDoesNotKnowRunsOnUntilTheServerHasSpoken() throws IOException {
    run("known");
    run("unknown");
    String uid = server.find(NAMESPACE, "unknown").orElseThrow().getMetadata().getUid();
    List<String> running = node.running();
    node.killAgent();
    server.goAway();
    Files.delete(directory.resolve("root/journal/" + uid + ".entry"));
    node.startAgent();
    node.leap(LONGER_THAN_THE_WAIT);
    node.leap(Duration.ofMinutes(5));
    assertThat(node.running()).containsExactlyInAnyOrderElementsOf(running);
    serverReturns();
    node.awaitLeaping(() -> entries().size() == 2);
    assertThat(node.running()).containsExactlyInAnyOrderElementsOf(running);
  }

  @Test
  void roomIsGivenOnceAndInTheOldOrder() throws IOException {
    server.put(large("first"));
    awaitRunning("first");
    server.put(large("second"));
    node.await("second", pod -> "Failed".equals(pod.getStatus().getPhase()));
    rebootWithoutServer();
    node.await(() -> node.running().size() == 1);
    serverReturns();
    node.awaitLeaping(() -> server.find(NAMESPACE, "first").filter(TestNode::isReady).isPresent());
    node.leap(Duration.ofMinutes(1));
    assertThat(node.running()).hasSize(1);
    assertThat(server.find(NAMESPACE, "first").orElseThrow().getStatus().getPhase())
        .isEqualTo("Running");
    assertThat(entries()).hasSize(1);
  }

  /** Takes more than half of the node. */
  private static Pod large(String name) {
    return new PodBuilder(pod(name))
        .editSpec()
        .editContainer(0)
        .withNewResources()
        .addToRequests("cpu", new Quantity("5"))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void aDamagedEntryCostsItsOwnPodOnly() throws IOException {
    run("web");
    run("bad");
    String uid = server.find(NAMESPACE, "bad").orElseThrow().getMetadata().getUid();
    node.killAgent();
    Files.writeString(directory.resolve("root/journal/" + uid + ".entry"), "nonsense");
    bootWithoutServer();
    node.await(() -> node.running().size() == 1);
    serverReturns();
    node.awaitLeaping(() -> node.running().size() == 2 && entries().size() == 2);
  }
}
