package dev.jubelet.pod.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.rule.Rule;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a container with a preStop hook is stopped. */
@Timeout(60)
@Rule("9.2")
final class PodKillerTest {
  private static final long GRACE = 30;

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final List<NodeEvent> events = new CopyOnWriteArrayList<>();
  private final HeldHook hook = new HeldHook();
  private final PodKiller killer =
      new PodKiller(
          cri, hook, timers, new Timeline(timers, 100, 100), new PodEvents(timers, events::add));

  @Test
  void aHookThatReturnsLeavesTheRestOfTheGracePeriod() throws Exception {
    CompletableFuture<Void> kill = kill();
    hook.begun.await();
    timers.advance(Duration.ofSeconds(10));
    hook.mayEnd.countDown();
    kill.get(20, TimeUnit.SECONDS);
    assertThat(timeouts()).containsExactly(GRACE - 10);
    assertThat(timers.pending()).isZero();
  }

  @Test
  void aHookThatDoesNotReturnIsNoLongerWaitedForAndEndsWithItsContainer() throws Exception {
    CompletableFuture<Boolean> livesAtTheStop = new CompletableFuture<>();
    cri.script().before("StopContainer", () -> livesAtTheStop.complete(!hook.brokenOff.isDone()));
    CompletableFuture<Void> kill = kill();
    hook.begun.await();
    timers.advance(Duration.ofSeconds(GRACE).minusMillis(1));
    assertThat(timeouts()).isEmpty();
    timers.advance(Duration.ofMillis(1));
    kill.get(20, TimeUnit.SECONDS);
    assertThat(timeouts()).containsExactly(2L);
    assertThat(livesAtTheStop).isCompletedWithValue(true);
    hook.brokenOff.get(20, TimeUnit.SECONDS);
  }

  private CompletableFuture<Void> kill() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              killer.killOne(
                  pod(), List.of(), new Stop("c", "app", ContainerKind.REGULAR, GRACE, true), "");
              done.complete(null);
            });
    return done;
  }

  private List<Long> timeouts() {
    return cri.script().requests(StopContainerRequest.class).stream()
        .map(StopContainerRequest::getTimeout)
        .toList();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("web")
        .withUid("u")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("app")
        .withNewLifecycle()
        .withNewPreStop()
        .withNewExec()
        .withCommand("wait")
        .endExec()
        .endPreStop()
        .endLifecycle()
        .endContainer()
        .endSpec()
        .build();
  }

  /** A preStop hook that runs until it is let go or broken off. */
  private static final class HeldHook implements LifecycleHooks {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    final CompletableFuture<Boolean> brokenOff = new CompletableFuture<>();

    @Override
    public Optional<String> postStart(
        Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
      return Optional.empty();
    }

    @Override
    public Optional<String> preStop(
        Pod pod, ContainerSpec spec, String containerId, List<String> podIps) {
      begun.countDown();
      try {
        mayEnd.await();
        return Optional.empty();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        brokenOff.complete(true);
        return Optional.of("broken off");
      }
    }
  }
}
