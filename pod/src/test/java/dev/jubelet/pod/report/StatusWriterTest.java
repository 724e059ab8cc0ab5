package dev.jubelet.pod.report;

import static dev.jubelet.pod.report.Reports.condition;
import static dev.jubelet.pod.report.Reports.deleted;
import static dev.jubelet.pod.report.Reports.last;
import static dev.jubelet.pod.report.Reports.pod;
import static dev.jubelet.pod.report.Reports.report;
import static dev.jubelet.pod.report.Reports.running;
import static dev.jubelet.pod.report.Reports.status;
import static dev.jubelet.pod.report.Reports.terminated;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.apiserver.FakePods;
import dev.jubelet.testing.apiserver.FakePods.Call;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

@Timeout(20)
final class StatusWriterTest {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  private final ManualTimers timers = new ManualTimers();
  private final FakePods server = new FakePods();
  private final Map<PodUid, PodReport> reports = new ConcurrentHashMap<>();

  /** What the watch has told. */
  private final Map<PodUid, Pod> copies = new ConcurrentHashMap<>();

  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();

  private final Queue<Duration> written = new ConcurrentLinkedQueue<>();

  private final StatusWriter writer =
      new StatusWriter(
          new Calls(),
          uid -> Optional.ofNullable(reports.get(uid)),
          pod -> Optional.ofNullable(copies.get(PodUid.of(pod))),
          (pod, reason) -> refusals.add(pod.getMetadata().getName() + " " + reason),
          written::add,
          KubernetesJson.mapper(),
          timers);

  private final class Calls implements PodApi {
    @Override
    public Pod get(PodKey key) {
      return server.get(key.namespace(), key.name());
    }

    @Override
    public Pod patchStatus(PodKey key, ObjectNode patch) {
      return server.patchStatus(key.namespace(), key.name(), patch);
    }

    @Override
    public void delete(PodKey key, PodUid uid) {
      server.delete(key.namespace(), key.name(), uid.value(), 0);
    }
  }

  @AfterEach
  void end() {
    writer.close();
  }

  @Test
  void aStatusIsWrittenAtOnce() {
    Pod pod = seen(pod("a"));
    tell(report(pod, status("Running", running()).build()));
    await(() -> phase("a").equals("Running"));
    assertThat(server.calls("patch")).hasSize(1);
    assertThat(server.calls("get")).isEmpty();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void theSameStatusIsNotWrittenTwiceWhateverIsHeardMeanwhile() {
    Pod pod = seen(pod("a"));
    PodStatus status = status("Running", running()).build();
    tell(report(pod, status));
    await(() -> phase("a").equals("Running"));
    tell(report(pod, status));
    writer.copyChanged(PodUid.of(pod));
    see("a");
    settle();
    assertThat(server.calls("patch")).hasSize(1);
  }

  @Test
  void anAnswerIsAheadOfTheWatchUntilAllIsListedAnew() {
    Pod pod = seen(pod("a"));
    tell(report(pod, status("Running", running()).build()));
    await(() -> phase("a").equals("Running"));
    writer.copyChanged(PodUid.of(pod));
    settle();
    assertThat(server.calls("patch")).hasSize(1);

    writer.relisted();
    writer.copyChanged(PodUid.of(pod));
    await(() -> server.calls("patch").size() == 2);
  }

  @Test
  void whileOneIsBeingWrittenOnlyTheNewestOfTheNextIsKept() {
    Pod pod = seen(pod("a"));
    CountDownLatch go = new CountDownLatch(1);
    server.trouble(call -> awaitQuietly(go));
    tell(report(pod, status("Pending").withReason("1").build()));
    await(() -> server.calls("patch").size() == 1);
    for (int i = 2; i <= 9; i++) {
      tell(report(pod, status("Pending").withReason(Integer.toString(i)).build()));
    }
    go.countDown();
    await(() -> "9".equals(stored("a").getStatus().getReason()));
    assertThat(server.calls("patch")).hasSize(2);
  }

  @Test
  void aChangeIsTimedFromItsReportUntilItIsWritten() {
    Pod pod = seen(pod("a"));
    CountDownLatch go = new CountDownLatch(1);
    server.trouble(call -> awaitQuietly(go));
    tell(report(pod, status("Running", running()).build()));
    await(() -> server.calls("patch").size() == 1);
    timers.advance(Duration.ofSeconds(3));
    go.countDown();
    await(() -> !written.isEmpty());
    tell(report(pod, status("Running", running()).build()));
    settle();
    assertThat(written).containsExactly(Duration.ofSeconds(3));
  }

  @Test
  void aWriteThatHangsHoldsUpNoOtherPod() {
    Pod slow = seen(pod("slow"));
    Pod quick = seen(pod("quick"));
    CountDownLatch go = new CountDownLatch(1);
    server.trouble(
        call -> {
          if (call.name().equals("ns/slow")) {
            awaitQuietly(go);
          }
        });
    tell(report(slow, status("Running").build()));
    await(() -> server.calls("patch").size() == 1);
    tell(report(quick, status("Running").build()));
    await(() -> phase("quick").equals("Running"));
    assertThat(phase("slow")).isEqualTo("Pending");
    go.countDown();
    await(() -> phase("slow").equals("Running"));
  }

  @Test
  void noMoreThanABoundedNumberOfCallsIsUnderWay() {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    server.trouble(
        call -> {
          most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          awaitQuietly(go);
          underWay.decrementAndGet();
        });
    for (int i = 0; i < 100; i++) {
      tell(report(seen(pod("p" + i)), status("Running").build()));
    }
    await(() -> server.calls("patch").size() >= 64);
    go.countDown();
    await(() -> server.all().stream().allMatch(p -> p.getStatus().getPhase().equals("Running")));
    assertThat(most).hasValue(64);
  }

  @Test
  void aCallThatIsBrokenOffBecauseItsPodIsForgottenIsNoFailure() {
    Pod pod = seen(pod("a"));
    AtomicReference<Thread> caller = new AtomicReference<>();
    server.trouble(
        call -> {
          caller.set(Thread.currentThread());
          waitUntilBrokenOff();
        });
    List<ILoggingEvent> logged =
        logOf(
            PodLane.class,
            () -> {
              tell(report(pod, status("Running").build()));
              await(() -> server.calls("patch").size() == 1);
              reports.remove(PodUid.of(pod));
              writer.forgotten(PodUid.of(pod));
              await(() -> !caller.get().isAlive());
            });
    assertThat(logged).isEmpty();
    assertThat(timers.pending()).isZero();
  }

  /** As a call does when its thread is interrupted. */
  private static void waitUntilBrokenOff() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new ApiException(ApiException.Kind.CANCELLED, "interrupted");
    }
  }

  private static List<ILoggingEvent> logOf(Class<?> source, Runnable task) {
    Logger logger = (Logger) LoggerFactory.getLogger(source);
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    logger.addAppender(appender);
    logger.setLevel(Level.WARN);
    try {
      task.run();
    } finally {
      logger.setLevel(null);
      logger.detachAppender(appender);
    }
    return appender.list;
  }

  @ParameterizedTest
  @EnumSource(
      value = ApiException.Kind.class,
      names = {
        "UNAVAILABLE",
        "TIMEOUT",
        "FORBIDDEN",
        "TOO_MANY_REQUESTS",
        "INTERNAL",
        "UNREADABLE"
      })
  void whatFailsIsTriedAgainLessAndLessOften(ApiException.Kind kind) {
    Pod pod = seen(pod("a"));
    server.trouble(
        call -> {
          throw new ApiException(kind, "no");
        });
    tell(report(pod, status("Running").build()));
    await(() -> timers.pending() == 1);
    for (int second = 0; second < 60; second++) {
      timers.advance(Duration.ofSeconds(1));
      settle();
    }
    assertThat(server.calls(call -> true)).hasSizeBetween(6, 14);
    server.calm();
    for (int second = 0; second < 15 && !phase("a").equals("Running"); second++) {
      timers.advance(Duration.ofSeconds(1));
      settle();
    }
    assertThat(phase("a")).isEqualTo("Running");
  }

  @Test
  void aPhaseThatSomebodyElseEndedMeanwhileIsNotMovedBack() {
    Pod pod = seen(pod("a"));
    server.change(
        "ns",
        "a",
        p -> new PodBuilder(p).withStatus(status("Failed").withReason("Lost").build()).build());
    tell(report(pod, status("Running", running()).build()));
    await(() -> !stored("a").getStatus().getContainerStatuses().isEmpty());
    assertThat(phase("a")).isEqualTo("Failed");
    assertThat(stored("a").getStatus().getReason()).isEqualTo("Lost");
    assertThat(server.calls(call -> true))
        .extracting(Call::verb)
        .containsExactly("patch", "get", "patch");
  }

  @Test
  void whatSomebodyElseOverwritesIsWrittenAgain() {
    Pod pod = seen(pod("a"));
    tell(report(pod, status("Running", running()).build()));
    await(() -> phase("a").equals("Running"));
    server.change(
        "ns",
        "a",
        p ->
            new PodBuilder(p)
                .withStatus(
                    status("Running").withConditions(condition("example.com/x", "True")).build())
                .build());
    see("a");
    await(() -> stored("a").getStatus().getContainerStatuses().size() == 1);
    assertThat(stored("a").getStatus().getConditions()).hasSize(1);
  }

  @Test
  void whatTheServerDoesNotKeepIsNotSentForEver() {
    server.dropping(
        p -> new PodBuilder(p).editStatus().withObservedGeneration(null).endStatus().build());
    Pod pod = seen(pod("a"));
    tell(report(pod, status("Running").withObservedGeneration(3L).build()));
    await(() -> phase("a").equals("Running"));
    for (int i = 0; i < 5; i++) {
      String label = Integer.toString(i);
      server.change(
          "ns",
          "a",
          p -> new PodBuilder(p).editMetadata().addToLabels("n", label).endMetadata().build());
      see("a");
      settle();
    }
    assertThat(server.calls("patch")).hasSize(1);
    tell(report(pod, status("Running").withObservedGeneration(3L).withPodIP("10.0.0.7").build()));
    await(() -> "10.0.0.7".equals(stored("a").getStatus().getPodIP()));
  }

  @Test
  void aPodThatHasEndedIsToldAndThenDeleted() {
    Pod pod = seen(deleted(pod("a")));
    PodStatus failed = status("Failed", terminated(137)).build();
    tell(report(pod, failed));
    await(() -> phase("a").equals("Failed"));
    settle();
    assertThat(server.calls("delete")).isEmpty();
    tell(last(pod, failed));
    await(() -> server.find("ns", "a").isEmpty());
    assertThat(server.calls(call -> true))
        .extracting(Call::verb)
        .containsExactly("patch", "delete");
  }

  @Test
  void theLastStatusComesBeforeTheDeletionEvenWhenItFailsAtFirst() {
    Pod pod = seen(deleted(pod("a")));
    server.goAway();
    tell(last(pod, status("Failed", terminated(137)).build()));
    await(() -> timers.pending() == 1);
    server.comeBack();
    timers.advance(Duration.ofSeconds(1));
    await(() -> server.find("ns", "a").isEmpty());
    assertThat(server.calls(call -> true))
        .extracting(Call::verb)
        .containsExactly("patch", "get", "patch", "delete");
  }

  @Test
  void aLastStatusThatIsWrongForGoodDoesNotKeepThePod() {
    rejectStatuses();
    Pod pod = seen(deleted(pod("a")));
    tell(last(pod, status("Failed", terminated(143)).build()));
    awaitAdvancing(() -> server.calls("delete").size() == 1);
    assertThat(server.calls("patch")).hasSize(3);
    assertThat(refusals).containsExactly("a 422 no such phase");
  }

  @Test
  void aStatusThatIsWrongForGoodIsTriedAgainWhileThePodIsThere() {
    rejectStatuses();
    Pod pod = seen(pod("a"));
    tell(last(pod, status("Failed", terminated(143)).build()));
    awaitAdvancing(() -> server.calls("patch").size() >= 5);
    assertThat(server.calls("delete")).isEmpty();
    assertThat(refusals).isEmpty();
  }

  private void rejectStatuses() {
    server.trouble(
        call -> {
          if (call.verb().equals("patch")) {
            throw new ApiException(ApiException.Kind.INVALID, "422 no such phase");
          }
        });
  }

  private void awaitAdvancing(BooleanSupplier condition) {
    await(
        () -> {
          timers.advance(Duration.ofSeconds(1));
          return condition.getAsBoolean();
        });
  }

  @Test
  void aPodThatHasEndedButIsWantedStays() {
    Pod pod = seen(pod("a"));
    tell(last(pod, status("Succeeded", terminated(0)).build()));
    await(() -> phase("a").equals("Succeeded"));
    settle();
    assertThat(server.calls("delete")).isEmpty();
    server.end("ns", "a", 30);
    see("a");
    await(() -> server.find("ns", "a").isEmpty());
  }

  @Test
  void aPodThatFinalizersHoldIsDeletedOnce() {
    Pod held = deleted(pod("a"));
    held.getMetadata().getFinalizers().add("example.com/hold");
    Pod pod = seen(held);
    tell(last(pod, status("Failed").build()));
    await(() -> server.calls("delete").size() == 1);
    see("a");
    settle();
    assertThat(server.calls("delete")).hasSize(1);
  }

  @Test
  void anotherPodOfTheSameNameIsNeverTouched() {
    Pod pod = seen(deleted(pod("a")));
    server.end("ns", "a", 0);
    Pod second = new PodBuilder(pod("a")).editMetadata().withUid("uid-2").endMetadata().build();
    server.put(second);
    tell(last(pod, status("Failed").build()));
    await(() -> server.calls("get").size() == 1);
    settle();
    assertThat(stored("a").getMetadata().getUid()).isEqualTo("uid-2");
    assertThat(phase("a")).isEqualTo("Pending");
    assertThat(server.calls("delete")).isEmpty();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void aPodThatIsGoneFromTheServerIsLeftAlone() {
    Pod pod = seen(pod("a"));
    server.end("ns", "a", 0);
    tell(report(pod, status("Running").build()));
    await(() -> server.calls("patch").size() == 1);
    settle();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void nothingIsKeptOfAPodThatIsForgotten() {
    Pod pod = seen(pod("a"));
    tell(report(pod, status("Running").build()));
    await(() -> phase("a").equals("Running"));
    assertThat(writer.size()).isEqualTo(1);
    reports.clear();
    writer.forgotten(PodUid.of(pod));
    assertThat(writer.size()).isZero();
  }

  /** A pod that the server has and the watch has told of. */
  private Pod seen(Pod pod) {
    Pod stored = server.put(pod);
    copies.put(PodUid.of(stored), stored);
    return pod;
  }

  private void see(String name) {
    Pod stored = stored(name);
    copies.put(PodUid.of(stored), stored);
    writer.copyChanged(PodUid.of(stored));
  }

  private void tell(PodReport report) {
    reports.put(PodUid.of(report.pod()), report);
    writer.reported(PodUid.of(report.pod()));
  }

  private Pod stored(String name) {
    return server.find("ns", name).orElseThrow();
  }

  private String phase(String name) {
    return stored(name).getStatus().getPhase();
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  /** Waits until what was asked for is done; nothing more can happen by itself then. */
  private void settle() {
    await(writer::isQuiet);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
    }
  }
}
