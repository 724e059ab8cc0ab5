package dev.jubelet.pod.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ApiEventsTest {
  private final ManualTimers timers = new ManualTimers(Instant.parse("2026-01-01T00:00:00.5Z"));
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<Event> created = new LinkedBlockingQueue<>();
  private final Semaphore turns = new Semaphore(1_000_000);
  private volatile @Nullable ApiException failure;
  private volatile boolean forgotten;
  private final ApiEvents events = new ApiEvents("n1", new Sink(), timers, () -> 0.5);

  /** Each request takes a turn, so that a test can hold them up. */
  private final class Sink implements EventSink {
    @Override
    public void create(Event event) {
      answer("create " + text(event), null);
      created.add(event);
    }

    @Override
    public void count(Event event) {
      answer(
          "count " + text(event),
          forgotten ? new ApiException(ApiException.Kind.NOT_FOUND, "no such event") : null);
    }

    private void answer(String request, @Nullable ApiException other) {
      try {
        turns.acquire();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
      }
      ApiException refusal = failure == null ? other : failure;
      told.add((refusal == null ? "" : "failed ") + request);
      if (refusal != null) {
        throw refusal;
      }
    }

    private String text(Event event) {
      return "%s %s x%d"
          .formatted(event.getInvolvedObject().getName(), event.getMessage(), event.getCount());
    }
  }

  @AfterEach
  void close() {
    events.close();
  }

  private void say(String pod, String message) {
    say(NodeEvent.Type.WARNING, pod, message);
  }

  private void say(NodeEvent.Type type, String pod, String message) {
    events.accept(
        new NodeEvent(
            timers.now(),
            type,
            "Unhealthy",
            message,
            new PodKey("shop", pod),
            new PodUid(pod + "-uid"),
            "spec.containers{main}"));
  }

  private String next() throws InterruptedException {
    return String.valueOf(told.poll(10, TimeUnit.SECONDS));
  }

  private void fail(ApiException.Kind kind) {
    failure = new ApiException(kind, "as the test wants");
  }

  /** Waits until a pause has begun, and ends it. */
  private void pause(Duration duration) {
    while (timers.pending() == 0) {
      Thread.onSpinWait();
    }
    timers.advance(duration);
  }

  @Test
  void anEventIsInTheWordsOfTheApi() throws InterruptedException {
    say("web", "down");

    Event event = created.poll(10, TimeUnit.SECONDS);
    assertThat(event)
        .isEqualTo(
            new EventBuilder()
                .withNewMetadata()
                .withName("web.188672520bc76500")
                .withNamespace("shop")
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion("v1")
                .withKind("Pod")
                .withNamespace("shop")
                .withName("web")
                .withUid("web-uid")
                .withFieldPath("spec.containers{main}")
                .endInvolvedObject()
                .withType("Warning")
                .withReason("Unhealthy")
                .withMessage("down")
                .withNewSource("kubelet", "n1")
                .withReportingComponent("kubelet")
                .withReportingInstance("n1")
                .withFirstTimestamp("2026-01-01T00:00:00Z")
                .withLastTimestamp("2026-01-01T00:00:00Z")
                .withCount(1)
                .build());
  }

  @Test
  void anEventOfTheNodeIsInTheNamespaceDefault() throws InterruptedException {
    events.accept(
        new NodeEvent(
            timers.now(), NodeEvent.Type.NORMAL, "Starting", "Starting kubelet.", null, null, ""));
    pause(ApiEvents.GOOD_NEWS);

    Event event = created.poll(10, TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(event.getInvolvedObject().getKind()).isEqualTo("Node");
    assertThat(event.getInvolvedObject().getName()).isEqualTo("n1");
    assertThat(event.getInvolvedObject().getUid()).isNull();
  }

  @Test
  void theSameEventAgainIsCounted() throws InterruptedException {
    say("web", "down");
    assertThat(next()).isEqualTo("create web down x1");
    say("web", "down");
    assertThat(next()).isEqualTo("count web down x2");
  }

  @Test
  void anEventThatTheServerForgotIsCreatedAgain() throws InterruptedException {
    say("web", "down");
    next();
    forgotten = true;
    say("web", "down");

    assertThat(next()).isEqualTo("failed count web down x2");
    assertThat(next()).isEqualTo("create web down x2");
  }

  @Test
  void whatTheServerRefusesIsNotTriedAgain() throws InterruptedException {
    fail(ApiException.Kind.FORBIDDEN);
    say("web", "down");
    assertThat(next()).isEqualTo("failed create web down x1");
    failure = null;

    say("db", "up");

    assertThat(next()).isEqualTo("create db up x1");
  }

  @Test
  void anUnreachableServerIsTriedTwelveTimes() throws InterruptedException {
    fail(ApiException.Kind.UNAVAILABLE);
    say("web", "down");
    assertThat(next()).isEqualTo("failed create web down x1");
    pause(Duration.ofSeconds(5));
    for (int i = 2; i <= 11; i++) {
      assertThat(next()).isEqualTo("failed create web down x1");
      pause(Duration.ofSeconds(10));
    }
    assertThat(next()).isEqualTo("failed create web down x1");

    failure = null;
    say("db", "up");
    assertThat(next()).isEqualTo("create db up x1");
  }

  @Test
  void newEventsDoNotShortenThePause() throws InterruptedException {
    fail(ApiException.Kind.UNAVAILABLE);
    say("web", "down");
    next();
    say("db", "up");
    failure = null;
    pause(Duration.ofMillis(4999));

    assertThat(told).isEmpty();
    pause(Duration.ofMillis(1));
    assertThat(next()).isEqualTo("create web down x1");
    assertThat(next()).isEqualTo("create db up x1");
  }

  @Test
  void anEventThatWaitsIsCountedWhereItWaits() throws InterruptedException {
    turns.drainPermits();
    say("web", "first");
    for (int i = 0; i < 5; i++) {
      say("db", "down");
    }
    turns.release(10);

    assertThat(next()).isEqualTo("create web first x1");
    assertThat(next()).isEqualTo("create db down x5");
  }

  @Test
  void whatComesWhenTooManyWaitIsDropped() throws InterruptedException {
    turns.drainPermits();
    say("web", "first");
    while (turns.getQueueLength() == 0) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < 1100; i++) {
      say("pod-" + i, "down");
    }
    turns.release(10_000);

    List<String> all = new ArrayList<>();
    for (int i = 0; i < 1001; i++) {
      all.add(next());
    }
    assertThat(all).endsWith("create pod-998 down x1", "create pod-999 down x1");
    say("late", "down");
    assertThat(next()).isEqualTo("create late down x1");
  }

  @Test
  void goodNewsWaitsUntilThePodHasStarted() throws InterruptedException {
    say(NodeEvent.Type.NORMAL, "web", "created");
    pause(Duration.ofMillis(300));
    say(NodeEvent.Type.NORMAL, "web", "started");
    pause(Duration.ofMillis(199));
    assertThat(told).isEmpty();

    pause(Duration.ofMillis(1));

    assertThat(next()).isEqualTo("create web created x1");
    assertThat(next()).isEqualTo("create web started x1");
  }

  @Test
  void aWarningGoesAtOnceBehindWhatCameBeforeIt() throws InterruptedException {
    say(NodeEvent.Type.NORMAL, "web", "created");
    say(NodeEvent.Type.WARNING, "web", "down");

    assertThat(next()).isEqualTo("create web created x1");
    assertThat(next()).isEqualTo("create web down x1");
  }
}
