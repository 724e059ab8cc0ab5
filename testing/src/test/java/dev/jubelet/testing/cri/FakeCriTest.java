package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.ContainerEventType;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.api.cri.RuntimeConfigRequest;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.UpdateContainerResourcesRequest;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriException.Kind;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the fake can do beyond the contract. */
@Timeout(30)
final class FakeCriTest {
  private final ManualTimers timers = new ManualTimers();
  private final FakeCri fake = new FakeCri(timers, FakeProfile.containerd2());

  @BeforeEach
  void addImage() {
    fake.images().add(ContractFake.IMAGE);
  }

  @Test
  void aContainerExitsWhenTheTestSaysSo() {
    CriPod pod = pod("pod");
    String container = pod.launch(Pods.container("main"));
    timers.advance(Duration.ofSeconds(5));

    fake.exit(container, 7);

    assertThat(pod.status(container).getExitCode()).isEqualTo(7);
    assertThat(pod.status(container).getFinishedAt() - pod.status(container).getStartedAt())
        .isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void aProgramEndsAtItsTime() {
    fake.programs(config -> FakeProgram.exits(Duration.ofSeconds(10), 2));
    CriPod pod = pod("pod");
    String container = pod.launch(Pods.container("main"));

    timers.advance(Duration.ofSeconds(9));
    assertThat(pod.state(container)).isEqualTo(ContainerState.CONTAINER_RUNNING);
    timers.advance(Duration.ofSeconds(1));
    assertThat(pod.status(container).getExitCode()).isEqualTo(2);
  }

  @Test
  void aStubbornProgramIsKilledAfterItsGracePeriod() throws Exception {
    fake.programs(config -> FakeProgram.stubborn());
    CriPod pod = pod("pod");
    String container = pod.launch(Pods.container("main"));
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(() -> pod.stop(container, 30), Thread::startVirtualThread);
    CriRuntimeContract.eventually(() -> timers.pending() == 1);

    timers.advance(Duration.ofSeconds(29));
    assertThat(pod.state(container)).isEqualTo(ContainerState.CONTAINER_RUNNING);
    timers.advance(Duration.ofSeconds(1));
    stopped.get(10, TimeUnit.SECONDS);

    assertThat(pod.status(container).getExitCode()).isEqualTo(137);
  }

  @Test
  void aContainerMayRunOutOfMemory() {
    CriPod pod = pod("pod");
    String container = pod.launch(Pods.container("main"));

    fake.killForMemory(container);

    assertThat(pod.status(container).getReason()).isEqualTo("OOMKilled");
  }

  @Test
  void aSandboxMayDie() {
    CriPod pod = pod("pod");

    fake.killSandbox(pod.id());

    assertThat(pod.status().getState()).isEqualTo(PodSandboxState.SANDBOX_NOTREADY);
  }

  @Test
  void callsFailAsOftenAsTold() {
    fake.script().fail("Version", 2, Kind.UNAVAILABLE, "restarting");

    assertThat(failure(this::version).kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure(this::version).kind()).isEqualTo(Kind.UNAVAILABLE);
    version();
    assertThat(fake.script().requests(VersionRequest.class)).hasSize(3);
  }

  @Test
  void anImageIsPulledUnlessItsPullFails() {
    fake.images().failPull("private:1", Kind.INTERNAL, "401 Unauthorized");

    assertThat(failure(() -> pull("private:1"))).hasMessage("401 Unauthorized");
    pull("public:1");
    assertThat(fake.images().list()).hasSize(2);
    fake.images().healPull("private:1");
    pull("private:1");
    assertThat(fake.images().list()).hasSize(3);
  }

  @Test
  void aContainerNeedsItsImage() {
    fake.images().remove(ContractFake.IMAGE);

    assertThat(failure(() -> pod("pod").create(Pods.container("main"))).kind())
        .isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void theNetworkMayBeDown() {
    fake.health().networkNotReady("NetworkPluginNotReady", "cni plugin not initialized");

    assertThat(
            fake.status(StatusRequest.getDefaultInstance())
                .getStatus()
                .getConditions(1)
                .getMessage())
        .isEqualTo("cni plugin not initialized");
  }

  @Test
  void anOldRuntimeHasNoRuntimeConfig() {
    FakeCri old = new FakeCri(timers, FakeProfile.containerd16());

    assertThat(failure(() -> old.runtimeConfig(RuntimeConfigRequest.getDefaultInstance())).kind())
        .isEqualTo(Kind.UNIMPLEMENTED);
    assertThat(fake.runtimeConfig(RuntimeConfigRequest.getDefaultInstance()).hasLinux()).isTrue();
  }

  @Test
  void anEventCarriesTheStateOfItsPod() {
    try (CriEvents events = fake.containerEvents()) {
      CriPod pod = pod("pod");
      String container = pod.launch(Pods.container("main"));
      skip(events, 3);
      ContainerEventResponse started = Objects.requireNonNull(events.next());

      assertThat(started.getContainerEventType())
          .isEqualTo(ContainerEventType.CONTAINER_STARTED_EVENT);
      assertThat(started.getContainerId()).isEqualTo(container);
      assertThat(started.getPodSandboxStatus()).isEqualTo(pod.status());
      assertThat(started.getContainersStatusesList()).containsExactly(pod.status(container));
    }
  }

  @Test
  void eventsMayGetLostAndStreamsBreak() {
    try (CriEvents events = fake.containerEvents()) {
      fake.events().mute(true);
      pod("unheard");
      fake.events().mute(false);
      String heard = pod("heard").id();
      ContainerEventResponse first = Objects.requireNonNull(events.next());
      fake.events().breakStreams();
      skip(events, 1);

      assertThat(first.getContainerId()).isEqualTo(heard);
      assertThat(failure(events::next).kind()).isEqualTo(Kind.UNAVAILABLE);
    }
  }

  @Test
  void newResourcesReplaceOnlyWhatTheyName() {
    CriPod pod = pod("pod");
    String container = pod.launch(Pods.container("main"));
    resize(container, LinuxContainerResources.newBuilder().setCpuShares(512));
    resize(container, LinuxContainerResources.newBuilder().setCpuQuota(1000));

    LinuxContainerResources now = pod.status(container).getResources().getLinux();
    assertThat(now.getCpuShares()).isEqualTo(512);
    assertThat(now.getCpuQuota()).isEqualTo(1000);
  }

  @Test
  void thousandsOfPodsHaveAddressesOfTheirOwn() {
    Set<String> addresses = new HashSet<>();
    for (int i = 0; i < 3000; i++) {
      addresses.add(pod("pod-" + i).status().getNetwork().getIp());
    }

    assertThat(addresses).hasSize(3000);
  }

  private CriPod pod(String name) {
    return new CriPod(fake, Pods.sandbox(name));
  }

  private void resize(String container, LinuxContainerResources.Builder resources) {
    fake.updateContainerResources(
        UpdateContainerResourcesRequest.newBuilder()
            .setContainerId(container)
            .setLinux(resources)
            .build());
  }

  private static void skip(CriEvents events, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(events.next()).isNotNull();
    }
  }

  private void version() {
    fake.version(VersionRequest.getDefaultInstance());
  }

  private void pull(String reference) {
    fake.pullImage(
        PullImageRequest.newBuilder().setImage(ImageSpec.newBuilder().setImage(reference)).build());
  }

  private static CriException failure(ThrowingCallable call) {
    return assertThatExceptionOfType(CriException.class).isThrownBy(call).actual();
  }
}
