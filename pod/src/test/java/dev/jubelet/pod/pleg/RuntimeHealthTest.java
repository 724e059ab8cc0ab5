package dev.jubelet.pod.pleg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RuntimeHealthTest {
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration PERIOD_IN_TROUBLE = Duration.ofSeconds(1);

  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final RuntimeHealth health = new RuntimeHealth(cri, timers, () -> told.add("network"));

  @AfterEach
  void stop() {
    health.stop();
  }

  @Test
  void troubleIsKnownBeforeTheFirstPod() {
    cri.health().networkNotReady("NetworkPluginNotReady", "cni plugin not initialized");
    health.start();
    assertThat(health.problems().runtime()).isEmpty();
    assertThat(health.problems().network())
        .hasValue(
            "container runtime network not ready: NetworkReady=false"
                + " reason:NetworkPluginNotReady message:cni plugin not initialized");
  }

  @Test
  void aNetworkThatComesUpIsToldWithinASecond() throws InterruptedException {
    cri.health().networkNotReady("NetworkPluginNotReady", "");
    startAndSubscribe();
    cri.health().networkReady();
    timers.advance(PERIOD_IN_TROUBLE);
    assertThat(next()).isEqualTo("change");
    assertThat(next()).isEqualTo("network");
    assertThat(health.problems()).isEqualTo(RuntimeHealth.Problems.NONE);
  }

  @Test
  void aHealthyRuntimeIsAskedEveryFiveSeconds() throws InterruptedException {
    startAndSubscribe();
    cri.health().runtimeNotReady("Broken", "");
    timers.advance(PERIOD.minusMillis(1));
    assertThat(told).isEmpty();
    timers.advance(Duration.ofMillis(1));
    assertThat(next()).isEqualTo("change");
    assertThat(health.problems().runtime()).isPresent();
    assertThat(health.problems().network()).isEmpty();
  }

  @Test
  void aRuntimeThatDoesNotAnswerKeepsItsLastProblems() throws InterruptedException {
    startAndSubscribe();
    cri.script().fail("Status", 1, CriException.Kind.UNAVAILABLE, "away");
    timers.advance(PERIOD);
    untilWaiting();
    assertThat(health.problems()).isEqualTo(RuntimeHealth.Problems.NONE);
    assertThat(health.sinceReady()).hasValue(PERIOD);
    assertThat(told).isEmpty();
    timers.advance(PERIOD_IN_TROUBLE);
    assertThat(next()).isEqualTo("change");
    assertThat(health.sinceReady()).hasValue(Duration.ZERO);
  }

  @Test
  void onlyAReadyRuntimeWasSeenReady() {
    assertThat(health.sinceReady()).isEmpty();
    cri.health().runtimeNotReady("Broken", "");
    health.start();
    assertThat(health.sinceReady()).isEmpty();
    assertThat(health.problems().network()).isEmpty();
  }

  @Test
  void beforeTheFirstAnswerTheNetworkIsUnknown() {
    // Asked at the start and again by its lane.
    cri.script().fail("Status", 2, CriException.Kind.UNAVAILABLE, "away");
    health.start();
    untilWaiting();
    assertThat(health.problems().network()).hasValue("network state unknown");
  }

  /** Returns when it waits for the time to ask again. */
  private void startAndSubscribe() {
    health.start();
    untilWaiting();
    health.subscribe(() -> told.add("change"));
    told.clear();
  }

  private void untilWaiting() {
    long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (timers.pending() == 0) {
      assertThat(System.nanoTime()).as("it waits").isLessThan(patience);
      Thread.onSpinWait();
    }
  }

  private String next() throws InterruptedException {
    String change = told.poll(20, TimeUnit.SECONDS);
    assertThat(change).as("something is told").isNotNull();
    return change;
  }
}
