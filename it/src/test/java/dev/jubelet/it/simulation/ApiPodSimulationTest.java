package dev.jubelet.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.NamespaceOption;
import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.pod.merge.Merger;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.worker.KillOutcome;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.cri.FakeProgram;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only an API server asks of a pod, along the whole path on a fake runtime. */
@Timeout(60)
final class ApiPodSimulationTest {
  private static final PodUid UID = new PodUid("uid-web");
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final LeapingTimers.Clock clock = new LeapingTimers.Clock();
  private final LeapingTimers timers = new LeapingTimers(clock);
  private final FakeCri fake = new FakeCri(timers, FakeProfile.containerd2());
  private final Merger merger = new Merger(Set.of(SourceKind.API));
  private final Path directory;
  private SimulatedAgent agent;

  ApiPodSimulationTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void start() throws IOException {
    fake.images().add(WantedPod.IMAGE);
    agent = new SimulatedAgent(directory, fake, clock);
  }

  @AfterEach
  void end() {
    agent.kill();
  }

  @Test
  void anEphemeralContainerIsAddedToAPodThatRuns() {
    apply(pod());
    String main = id(await(TestNode::isReady).getStatus().getContainerStatuses().getFirst());
    apply(debugged());
    Pod running =
        await(pod -> debugger(pod).filter(s -> s.getState().getRunning() != null).isPresent());
    CreateContainerRequest made = fake.script().requests(CreateContainerRequest.class).getLast();
    NamespaceOption namespaces =
        made.getConfig().getLinux().getSecurityContext().getNamespaceOptions();
    assertThat(made.getConfig().getMetadata().getName()).isEqualTo("debugger");
    assertThat(namespaces.getPid()).isEqualTo(NamespaceMode.TARGET);
    assertThat(namespaces.getTargetId()).isEqualTo(main);
    assertThat(TestNode.isReady(running)).isTrue();

    fake.exit(id(debugger(running).orElseThrow()), 1);
    Pod after =
        await(pod -> debugger(pod).filter(s -> s.getState().getTerminated() != null).isPresent());
    leap(Duration.ofMinutes(10));
    assertThat(fake.script().requests(CreateContainerRequest.class)).hasSize(2);
    assertThat(TestNode.isReady(after)).isTrue();
    assertThat(after.getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void aNewPodCostsTheRuntimeNoQuestionWhoseAnswerIsKnown() {
    while (!agent.knowsTheRuntime()) {
      leap(LOOK_AGAIN);
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    LockSupport.parkNanos(MOMENT.toNanos());
    fake.script().forget();
    apply(pod());
    await(TestNode::isReady);
    LockSupport.parkNanos(MOMENT.toNanos());
    assertThat(fake.script().calls())
        .extracting(call -> call.rpc())
        .filteredOn(rpc -> !rpc.equals("Status"))
        .containsExactly(
            "RunPodSandbox",
            "PodSandboxStatus",
            "ImageStatus",
            "ListImages", // once per agent: what the one before it was pulling
            "CreateContainer",
            "StartContainer",
            "ContainerStatus",
            "PodSandboxStatus");
  }

  @Test
  void aForcedDeletionCutsAGracefulOneShort() {
    fake.programs(config -> FakeProgram.stubborn());
    apply(pod());
    await(TestNode::isReady);
    apply(deleted(600));
    awaitStops(1);
    apply(deleted(0));
    awaitStops(2);
    assertThat(fake.script().requests(StopContainerRequest.class))
        .extracting(StopContainerRequest::getTimeout)
        .containsExactly(600L, 2L);
    leap(Duration.ofSeconds(2));
    Pod ended = await(pod -> "Failed".equals(pod.getStatus().getPhase()));
    assertThat(ended.getStatus().getContainerStatuses().getFirst().getState().getTerminated())
        .satisfies(terminated -> assertThat(terminated.getExitCode()).isEqualTo(137));
  }

  @Test
  void aPodThatTheNodeCannotKeepSaysSoForGood() throws InterruptedException {
    apply(pod());
    await(TestNode::isReady);
    BlockingQueue<KillOutcome> outcome = new LinkedBlockingQueue<>();
    agent
        .workers()
        .kill(UID, new PodVerdict.Failed("Evicted", "low", "The node was low"), 1L, outcome::add);
    assertThat(outcome.poll(20, TimeUnit.SECONDS)).isEqualTo(KillOutcome.STOPPED);
    Pod evicted = await(pod -> "Failed".equals(pod.getStatus().getPhase()));
    leap(Duration.ofMinutes(10));
    assertThat(evicted.getStatus().getReason()).isEqualTo("Evicted");
    assertThat(TestNode.isReady(evicted)).isFalse();
    assertThat(evicted.getStatus().getConditions())
        .filteredOn(condition -> condition.getType().equals("DisruptionTarget"))
        .extracting(PodCondition::getReason)
        .containsExactly("TerminationByKubelet");
    assertThat(fake.script().requests(CreateContainerRequest.class)).hasSize(1);
  }

  @Test
  void aPodThatWasOverBeforeIsNotRunAgain() {
    Pod over =
        new PodBuilder(pod())
            .withNewStatus()
            .withPhase("Failed")
            .withReason("Evicted")
            .endStatus()
            .build();
    apply(over);
    Pod told = await(pod -> pod.getStatus().getStartTime() != null);
    assertThat(told.getStatus().getPhase()).isEqualTo("Failed");
    assertThat(told.getStatus().getReason()).isEqualTo("Evicted");
    leap(Duration.ofMinutes(10));
    assertThat(fake.script().requests(CreateContainerRequest.class)).isEmpty();
  }

  private void apply(Pod pod) {
    agent.take(
        merger.accept(new SourceSnapshot(SourceKind.API, List.of(pod)), timers.now()).changes());
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("default")
        .withUid(UID.value())
        .endMetadata()
        .withNewSpec()
        .withNodeName(SimulatedAgent.NODE)
        .withRestartPolicy("Always")
        .withTerminationGracePeriodSeconds(30L)
        .addNewContainer()
        .withName("main")
        .withImage(WantedPod.IMAGE)
        .withImagePullPolicy("IfNotPresent")
        .endContainer()
        .endSpec()
        .build();
  }

  private static Pod debugged() {
    return new PodBuilder(pod())
        .editSpec()
        .addNewEphemeralContainer()
        .withName("debugger")
        .withImage(WantedPod.IMAGE)
        .withImagePullPolicy("IfNotPresent")
        .withTargetContainerName("main")
        .endEphemeralContainer()
        .endSpec()
        .build();
  }

  private static Pod deleted(long grace) {
    return new PodBuilder(pod())
        .editMetadata()
        .withDeletionTimestamp("2026-01-01T00:00:00Z")
        .withDeletionGracePeriodSeconds(grace)
        .endMetadata()
        .build();
  }

  private static Optional<ContainerStatus> debugger(Pod pod) {
    return pod.getStatus().getEphemeralContainerStatuses().stream().findFirst();
  }

  private static String id(ContainerStatus status) {
    return status.getContainerID().replace("fake://", "");
  }

  private Pod await(Predicate<Pod> condition) {
    while (true) {
      Optional<Pod> found =
          agent.pods().filter(pod -> pod.getStatus() != null).filter(condition).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  private void awaitStops(int count) {
    while (fake.script().requests(StopContainerRequest.class).size() < count) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  /** Lets time pass for the runtime and the agent, and gives them a moment for what is due. */
  private void leap(Duration by) {
    clock.leap(by);
    timers.fire();
    agent.fire();
    LockSupport.parkNanos(MOMENT.toNanos());
  }
}
