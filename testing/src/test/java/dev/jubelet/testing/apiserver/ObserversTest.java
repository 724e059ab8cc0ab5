package dev.jubelet.testing.apiserver;

import static dev.jubelet.testing.apiserver.ClientFixture.PODS;
import static dev.jubelet.testing.apiserver.ClientFixture.inBackground;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.OutageLog;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.RecordingTracer;
import dev.jubelet.base.trace.Sampling;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiListener;
import dev.jubelet.edge.apiserver.ConnectionObservers;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is told of requests, to those who count them and to those who trace them. */
final class ObserversTest {
  private static final String POD =
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}";

  private final ScriptedServer server = new ScriptedServer();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<FinishedSpan> spans = new CopyOnWriteArrayList<>();
  private final AtomicInteger alarms = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);
  private final ClientFixture fixture =
      new ClientFixture(
          server.address(),
          new ConnectionObservers(
              new Told(),
              new RecordingTracer(
                  Sampling.perMillion(1_000_000), InstantSource.system(), spans::add, "test"),
              alarms::incrementAndGet,
              new OutageLog(
                  LoggerFactory.getLogger(ObserversTest.class), "test", "", new ManualTimers())));

  @AfterEach
  void close() {
    never.countDown();
    fixture.close();
    server.close();
  }

  private Pod get() {
    return fixture.limited(5, 10).get(PODS.object("ns", "p"));
  }

  @Test
  void aCallIsToldWithAllItsAttempts() throws Exception {
    server
        .then(ScriptedAnswer.of(429, "{}", Map.of("Retry-After", "1")))
        .then(ScriptedAnswer.of(200, POD));
    FutureTask<Pod> call = inBackground(this::get);
    fixture.timeUntilDone(call);

    assertThat(call.get()).isNotNull();
    assertThat(told)
        .containsSubsequence(
            "limited",
            "sent 0",
            "answered 429 first",
            "received 2",
            "sent 0",
            "answered 200 again",
            "received " + POD.length());
    assertThat(told.getLast()).startsWith("ended after ").isNotEqualTo("ended after PT0S");
  }

  @Test
  void aWatchIsCountedButNotTimed() {
    server.then(ScriptedAnswer.of(200, ""));
    try (WatchStream<Pod> stream =
        fixture.usual().watch(Selection.all(PODS), "5", Duration.ofMinutes(5))) {
      assertThat(stream.next()).isNull();
    }

    assertThat(told).containsExactly("answered 200 first");
  }

  @Test
  void aRequestIsASpanOfWhichTheServerHears() {
    server.then(ScriptedAnswer.of(200, POD)).then(ScriptedAnswer.of(404, "{}"));
    get();
    assertThatThrownBy(this::get).isInstanceOf(ApiException.class);

    assertThat(spans).hasSize(2).allMatch(span -> span.identity().name().equals("HTTP GET"));
    assertThat(spans.getFirst().failure()).isNull();
    assertThat(spans.getLast().failure()).isNotNull();
    assertThat(server.requests())
        .extracting(request -> request.header("traceparent"))
        .containsExactlyElementsOf(
            spans.stream().map(span -> span.identity().context().header()).toList());
  }

  @Test
  void aLateHeartbeatIsAnAlarm() {
    server.then(ScriptedAnswer.silent(never));
    FutureTask<Pod> call = inBackground(() -> fixture.heartbeat().get(PODS.object("ns", "p")));
    fixture.timeUntilDone(call);

    assertThat(alarms).hasValue(1);
    assertThat(told).contains("answered 0 first").doesNotContain("limited");
  }

  private final class Told implements ApiListener {
    @Override
    public void limited(Target target, Duration waited) {
      told.add("limited");
    }

    @Override
    public void answered(Target target, int status, boolean again) {
      assertThat(target).isEqualTo(new Target("GET", server.address().getAuthority()));
      told.add("answered " + status + (again ? " again" : " first"));
    }

    @Override
    public void sent(Target target, long bytes) {
      told.add("sent " + bytes);
    }

    @Override
    public void received(Target target, long bytes) {
      told.add("received " + bytes);
    }

    @Override
    public void ended(Target target, Duration took) {
      told.add("ended after " + took);
    }

    @Override
    public void called(Outcome outcome, int code) {
      told.add("plugin " + outcome);
    }
  }
}
