package dev.jubelet.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Rule("8.1")
final class ProbesTest {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final PodUid UID = new PodUid("u1");

  private final WatchedTimers timers = new WatchedTimers();
  private final Instant start = timers.now();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.complete());
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<PodUid> woken = new LinkedBlockingQueue<>();
  private final List<NodeEvent> events = new CopyOnWriteArrayList<>();
  private final Set<String> failing = ConcurrentHashMap.newKeySet();
  private final String first = FakeContainer.launch(cri, "first");
  private final String second = FakeContainer.launch(cri, "second");
  @TempDir Path directory;
  private @Nullable Probes made;

  @BeforeEach
  void open() {
    cri.streams().commands(this::answer);
    made = probes();
  }

  @AfterEach
  void close() {
    subject().close();
  }

  private Probes probes() {
    return new Probes(
        cri,
        timers,
        events::add,
        woken::add,
        new ProbeSettings(
            directory.resolve("probes.json"),
            () -> start,
            () -> "127.0.0.1",
            (pod, container, command) -> command,
            () -> 0.5,
            ProbeListener.UNHEARD));
  }

  private Probes subject() {
    return Objects.requireNonNull(made);
  }

  private ExecSyncResponse answer(ExecSyncRequest request) {
    String command = request.getCmd(0);
    asked.add(command);
    return ExecSyncResponse.newBuilder().setExitCode(failing.contains(command) ? 1 : 0).build();
  }

  @Test
  void aReadinessProbeThatPassesMakesTheContainerReadyAndWakesThePod() {
    Pod pod = pod(container().withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    expectAsked("ready");
    expectWoken();
    assertThat(subject().results(UID).ready()).containsExactly(first);
  }

  @Test
  void readinessIsLostAfterTheThresholdAndWonBack() {
    Pod pod = pod(container().withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    expectAsked("ready");
    expectWoken();
    failing.add("ready");
    nextPeriod("ready");
    assertThat(subject().results(UID).ready()).containsExactly(first);
    nextPeriod("ready");
    expectWoken();
    assertThat(subject().results(UID).ready()).isEmpty();
    failing.clear();
    nextPeriod("ready");
    expectWoken();
    assertThat(subject().results(UID).ready()).containsExactly(first);
    assertThat(events)
        .extracting(NodeEvent::reason, NodeEvent::message, NodeEvent::field)
        .containsOnly(tuple("Unhealthy", "Readiness probe failed: ", "spec.containers{app}"))
        .hasSize(2);
  }

  @Test
  void aFailedLivenessProbeIsReportedOnceAndThenRests() {
    failing.add("alive");
    Pod pod = pod(container().withLivenessProbe(ProbedPod.exec("alive")));
    see(pod, first);
    nextPeriod("alive");
    nextPeriod("alive");
    expectWoken();
    assertThat(subject().results(UID).livenessFailed()).containsExactly(first);
    timers.advance(Duration.ofMinutes(5));
    assertThat(asked).isEmpty();
  }

  @Test
  @Rule("8.3")
  void anotherContainerIsProbedAnew() {
    failing.add("alive");
    Pod pod = pod(container().withLivenessProbe(ProbedPod.exec("alive")));
    see(pod, first);
    nextPeriod("alive");
    nextPeriod("alive");
    expectWoken();
    see(pod, second);
    assertThat(subject().results(UID)).isEqualTo(ProbeResults.NONE);
    nextPeriod("alive");
  }

  @Test
  @Rule("8.2")
  void nothingElseIsAskedBeforeTheStartupProbeHasPassed() {
    failing.add("started");
    Pod pod =
        pod(
            container()
                .withStartupProbe(ProbedPod.exec("started"))
                .withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    expectAsked("started");
    failing.clear();
    nextPeriod("started");
    expectWoken();
    expectAsked("ready");
    expectWoken();
    assertThat(subject().results(UID))
        .isEqualTo(new ProbeResults(Set.of(first), Set.of(first), Set.of(), Set.of()));
  }

  @Test
  void aStartupProbeThatNeverPassesFailsTheContainer() {
    failing.add("started");
    Pod pod = pod(container().withStartupProbe(ProbedPod.exec("started")));
    see(pod, first);
    expectAsked("started");
    nextPeriod("started");
    nextPeriod("started");
    expectWoken();
    assertThat(subject().results(UID).startupFailed()).containsExactly(first);
  }

  @Test
  void aContainerThatExitsIsNotReadyAtOnce() throws Exception {
    Pod pod = pod(container().withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    expectAsked("ready");
    expectWoken();
    subject().observe(pod, ProbedPod.reading(pod, start, ProbedPod.exited("app", first, start)));
    assertThat(subject().results(UID).ready()).isEmpty();
    assertThat(timers.awaitAtMost(1)).isTrue();
  }

  @Test
  void sidecarsAreProbedOrdinaryInitContainersAreNot() {
    Pod pod =
        new PodBuilder(pod(container()))
            .editSpec()
            .addToInitContainers(
                container()
                    .withName("side")
                    .withRestartPolicy("Always")
                    .withReadinessProbe(ProbedPod.exec("side"))
                    .build(),
                container().withName("init").withReadinessProbe(ProbedPod.exec("init")).build())
            .endSpec()
            .build();
    subject()
        .observe(
            pod,
            ProbedPod.reading(
                pod,
                start,
                ProbedPod.running("side", first, start),
                ProbedPod.running("init", second, start)));
    expectAsked("side");
    expectWoken();
    assertThat(asked).isEmpty();
    assertThat(subject().results(UID).ready()).containsExactly(first);
  }

  @Test
  void aChangeInThePodBringsTheProbeOfAnUnreadyContainerForward() {
    failing.add("ready");
    Pod pod =
        ProbedPod.of(
            "u1",
            container().withReadinessProbe(ProbedPod.exec("ready")).build(),
            ProbedPod.container("other").withLivenessProbe(ProbedPod.exec("other")).build());
    see(pod, first);
    expectAsked("ready");
    timers.awaitTimer(PERIOD);
    subject()
        .observe(
            pod,
            ProbedPod.reading(
                pod,
                start,
                ProbedPod.running("app", first, start),
                ProbedPod.running("other", second, start)));
    expectAsked("ready");
  }

  @Test
  void aProbeThatCannotBeMadeIsTriedThreeTimesAndDoesNotCount() {
    cri.script().fail("ExecSync", 100, CriException.Kind.INTERNAL, "no such exec");
    Pod pod = pod(container().withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    timers.awaitTimer(PERIOD);
    assertThat(cri.script().requests(ExecSyncRequest.class)).hasSize(3);
    assertThat(events)
        .extracting(NodeEvent::message)
        .containsExactly(
            "Readiness probe errored and resulted in unknown state:"
                + " rpc error: code = Unknown desc = no such exec");
    cri.script().reset("ExecSync");
    timers.advance(PERIOD);
    expectAsked("ready");
    expectWoken();
  }

  @Test
  @Rule("8.5")
  void anEndingPodIsNotRestartedByItsProbesButStillLosesReadiness() {
    Pod pod =
        pod(
            container()
                .withLivenessProbe(ProbedPod.exec("alive"))
                .withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    expectAsked("ready");
    expectWoken();
    subject().stopLivenessAndStartup(UID);
    failing.addAll(Set.of("alive", "ready"));
    nextPeriod("ready");
    nextPeriod("ready");
    expectWoken();
    assertThat(subject().results(UID)).isEqualTo(ProbeResults.NONE);
    assertThat(asked).isEmpty();
  }

  @Test
  void aPodWithoutProbesCostsNothing() {
    see(pod(container()), first);
    assertThat(subject().results(UID)).isEqualTo(ProbeResults.NONE);
    assertThat(timers.pending()).isZero();
  }

  @Test
  @Rule("8.3")
  void anAgentStartedAgainKeepsWhatWasReadyAndStarted() {
    Pod pod =
        pod(
            container()
                .withStartupProbe(ProbedPod.exec("started"))
                .withReadinessProbe(ProbedPod.exec("ready")));
    see(pod, first);
    expectAsked("started");
    expectWoken();
    expectAsked("ready");
    expectWoken();
    subject().close();
    failing.addAll(Set.of("started", "ready"));
    made = probes();
    see(pod, first);
    assertThat(subject().results(UID))
        .isEqualTo(new ProbeResults(Set.of(first), Set.of(first), Set.of(), Set.of()));
  }

  @Test
  void anAgentStartedAgainMakesNothingReadyEarly() {
    failing.add("started");
    Pod pod = pod(container().withStartupProbe(ProbedPod.exec("started")));
    see(pod, first);
    expectAsked("started");
    subject().close();
    made = probes();
    see(pod, first);
    assertThat(subject().results(UID)).isEqualTo(ProbeResults.NONE);
    expectAsked("started");
  }

  @Test
  void withoutACheckpointTheStatusInTheApiIsBelievedOfOldContainers() {
    Pod pod =
        new PodBuilder(pod(container().withReadinessProbe(ProbedPod.exec("ready"))))
            .withNewStatus()
            .addNewContainerStatus()
            .withName("app")
            .withContainerID("containerd://" + first)
            .withReady(true)
            .endContainerStatus()
            .endStatus()
            .build();
    subject()
        .observe(
            pod,
            ProbedPod.reading(pod, start, ProbedPod.running("app", first, start.minusSeconds(60))));
    assertThat(subject().results(UID).ready()).containsExactly(first);
    subject()
        .observe(
            pod,
            ProbedPod.reading(
                pod, start, ProbedPod.running("app", second, start.minusSeconds(60))));
    assertThat(subject().results(UID).ready()).isEmpty();
  }

  @Test
  void aYoungAgentSpreadsTheProbesOfContainersThatRanBefore() {
    Pod pod = pod(container().withReadinessProbe(ProbedPod.exec("ready")));
    subject()
        .observe(
            pod,
            ProbedPod.reading(pod, start, ProbedPod.running("app", first, start.minusSeconds(60))));
    timers.awaitTimer(PERIOD.dividedBy(2));
    assertThat(asked).isEmpty();
    timers.advance(PERIOD.dividedBy(2));
    expectAsked("ready");
  }

  @Test
  void aForgottenPodsProbeIsBrokenOffWithoutAWord() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    cri.script()
        .before(
            "ExecSync",
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                ended.countDown();
                throw new CriException(CriException.Kind.CANCELLED, "ExecSync", "interrupted");
              }
            });
    see(pod(container().withReadinessProbe(ProbedPod.exec("ready"))), first);
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    subject().forget(UID);
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(timers.awaitAtMost(0)).isTrue();
    assertThat(events).isEmpty();
    assertThat(woken).isEmpty();
  }

  private static ContainerBuilder container() {
    return ProbedPod.container("app");
  }

  private static Pod pod(ContainerBuilder container) {
    return ProbedPod.of("u1", container.build());
  }

  private void see(Pod pod, String containerId) {
    Instant now = timers.now();
    subject().observe(pod, ProbedPod.reading(pod, now, ProbedPod.running("app", containerId, now)));
  }

  private void nextPeriod(String command) {
    timers.awaitTimer(PERIOD);
    timers.advance(PERIOD);
    expectAsked(command);
  }

  private void expectAsked(String command) {
    assertThat(poll(asked)).isEqualTo(command);
  }

  private void expectWoken() {
    assertThat(poll(woken)).isEqualTo(UID);
  }

  private static <T> @Nullable T poll(BlockingQueue<T> queue) {
    try {
      return queue.poll(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
