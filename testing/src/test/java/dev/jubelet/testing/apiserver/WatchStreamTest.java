package dev.jubelet.testing.apiserver;

import static dev.jubelet.testing.apiserver.ClientFixture.PODS;
import static dev.jubelet.testing.apiserver.ClientFixture.await;
import static dev.jubelet.testing.apiserver.ClientFixture.inBackground;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WatchStreamTest {
  private final ScriptedServer server = new ScriptedServer();
  private final ClientFixture fixture = new ClientFixture(server.address());
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void close() {
    never.countDown();
    fixture.close();
    server.close();
  }

  private WatchStream<Pod> watch() {
    return fixture.usual().watch(Selection.all(PODS), "5", Duration.ofMinutes(5));
  }

  private static String event(String type, String name, int version) {
    return """
        {"type":"%s","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","resourceVersion":"%d"}}}
        """
        .formatted(type, name, version);
  }

  @Test
  void tellsWhatHappens() {
    server.then(
        ScriptedAnswer.of(
            200,
            event("ADDED", "a", 6)
                + event("MODIFIED", "a", 7)
                + event("BOOKMARK", "", 8)
                + event("DELETED", "a", 9)));
    try (WatchStream<Pod> stream = watch()) {
      assertThat(stream.next()).isInstanceOf(WatchEvent.Added.class);
      assertThat(stream.next())
          .isInstanceOfSatisfying(
              WatchEvent.Modified.class, e -> assertThat(e.resourceVersion()).isEqualTo("7"));
      assertThat(stream.next()).isEqualTo(new WatchEvent.Bookmark<Pod>("8"));
      assertThat(stream.next()).isInstanceOf(WatchEvent.Deleted.class);
      assertThat(stream.next()).isNull();
    }
    assertThat(server.requests().getFirst().target().getQuery())
        .contains("watch=true", "allowWatchBookmarks=true", "resourceVersion=5")
        .contains("timeoutSeconds=300");
  }

  @Test
  void tellsAtOnceWhatArrivesInPieces() {
    String event = event("ADDED", "a", 6);
    server.then(ScriptedAnswer.streamed(never, event.substring(0, 30), event.substring(30)));
    try (WatchStream<Pod> stream = watch()) {
      assertThat(stream.next()).isInstanceOf(WatchEvent.Added.class);
    }
  }

  @Test
  void throwsTheErrorThatComesInPlaceOfAnEvent() {
    server.then(
        ScriptedAnswer.of(
            200,
            "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\","
                + "\"message\":\"too old resource version\"}}"));
    try (WatchStream<Pod> stream = watch()) {
      assertThatThrownBy(stream::next)
          .hasMessageContaining("too old resource version")
          .isInstanceOfSatisfying(
              ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GONE));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"",
        "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}}",
        "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\"}}",
        "{\"type\":\"ADDED\"}",
        "{\"type\":\"OTHER\",\"object\":{}}",
        "{\"type\":\"BOOKMARK\",\"object\":{}}",
        "7",
      })
  void refusesWhatIsNoEvent(String text) {
    server.then(ScriptedAnswer.of(200, text));
    try (WatchStream<Pod> stream = watch()) {
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREADABLE));
    }
  }

  @Test
  void saysThatTheConnectionBroke() {
    server.then(ScriptedAnswer.truncated(event("ADDED", "a", 6)));
    try (WatchStream<Pod> stream = watch()) {
      assertThat(stream.next()).isNotNull();
      assertThatThrownBy(stream::next)
          .isInstanceOfSatisfying(
              ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    }
  }

  @Test
  void freesWhoeverWaitsWhenItIsClosed() throws InterruptedException, ExecutionException {
    server.then(ScriptedAnswer.streamed(never, event("ADDED", "a", 6)));
    WatchStream<Pod> stream = watch();
    stream.next();
    FutureTask<WatchEvent<Pod>> waiting = inBackground(stream::next);

    stream.close();

    assertThat(waiting.get()).isNull();
    assertThat(fixture.timers.pending()).isZero();
  }

  @Test
  void asksTheServerForASignOfLifeAfterHalfAMinute() {
    server.then(ScriptedAnswer.streamed(never)).then(ScriptedAnswer.of(200, "{}"));
    try (WatchStream<Pod> stream = watch()) {
      FutureTask<WatchEvent<Pod>> waiting = inBackground(stream::next);

      fixture.timers.advance(Duration.ofSeconds(29));
      assertThat(server.requests()).hasSize(1);
      fixture.timers.advance(Duration.ofSeconds(1));
      await(() -> server.requests().size() == 2, "a probe");

      assertThat(server.requests().get(1).target()).hasToString("/version");
      await(() -> fixture.timers.pending() == 2, "the end of the probe");
      fixture.timers.advance(Duration.ofSeconds(20));
      assertThat(waiting.isDone()).isFalse();
    }
  }

  @Test
  void failsWithItsConnectionWhenThereIsNoSignOfLife() {
    server.then(ScriptedAnswer.streamed(never)).then(ScriptedAnswer.silent(never));
    try (WatchStream<Pod> stream = watch()) {
      FutureTask<WatchEvent<Pod>> waiting = inBackground(stream::next);

      assertThat(fixture.timeUntilDone(waiting)).isGreaterThanOrEqualTo(Duration.ofSeconds(45));
      assertThatThrownBy(waiting::get)
          .cause()
          .isInstanceOfSatisfying(
              ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    }
  }

  @Test
  void isGivenUpWhenItAloneIsSilentForTooLong() {
    server.then(ScriptedAnswer.streamed(never));
    for (int probes = 0; probes < 10; probes++) {
      server.then(ScriptedAnswer.of(200, "{}"));
    }
    Instant start = fixture.timers.now();
    try (WatchStream<Pod> stream = watch()) {
      FutureTask<WatchEvent<Pod>> waiting = inBackground(stream::next);
      await(
          () -> {
            // The timers of the watch and of the connection; a third is a probe's, who must not
            // wait in vain.
            if (!waiting.isDone() && fixture.timers.pending() == 2) {
              fixture.timers.advance(Duration.ofSeconds(1));
            }
            return waiting.isDone();
          },
          "the end of the watch");

      assertThat(Duration.between(start, fixture.timers.now()))
          .isBetween(Duration.ofSeconds(75), Duration.ofSeconds(105));
      assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(4);
      assertThatThrownBy(waiting::get)
          .cause()
          .isInstanceOfSatisfying(
              ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    }
  }
}
