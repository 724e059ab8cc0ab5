package dev.jubelet.edge.apiserver.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.Lane;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiException.Kind;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.StillClock;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReflectorTest {
  private final StillClock clock = new StillClock();
  private final List<String> asked = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final Deque<Object> answers = new ArrayDeque<>();
  private static final String KNOWN = "that version is known";
  private boolean listenerFails;

  private final Reflector<String> reflector =
      new Reflector<>("things", new Source(), new Listener(), clock, (RandomGenerator) () -> 0L);

  /** Answers with the next page, stream of events, or failure. */
  private final class Source implements ListWatch<String> {
    @Override
    @SuppressWarnings("unchecked")
    public ListPage<String> list(ListRequest request) {
      asked.add(
          "list from=%s limit=%d more=%s"
              .formatted(request.resourceVersion(), request.limit(), request.more()));
      return (ListPage<String>) next();
    }

    @Override
    @SuppressWarnings("unchecked")
    public WatchStream<String> watch(String resourceVersion, Duration longest) {
      asked.add("watch from=" + resourceVersion + " for=" + longest);
      return (WatchStream<String>) next();
    }

    @Override
    public void check(String resourceVersion) {
      asked.add("check " + resourceVersion);
      assertThat(next()).isEqualTo(KNOWN);
    }

    private Object next() {
      Object answer = answers.remove();
      if (answer instanceof ApiException e) {
        throw e;
      }
      return answer;
    }
  }

  /** Events, then its end: a failure, or none after that time. */
  private final class Events implements WatchStream<String> {
    private final Deque<Object> events;
    private final Duration time;

    Events(Duration time, Object... events) {
      this.time = time;
      this.events = new ArrayDeque<>(List.of(events));
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable WatchEvent<String> next() {
      if (events.isEmpty()) {
        clock.advance(time);
        return null;
      }
      Object event = events.remove();
      if (event instanceof ApiException e) {
        throw e;
      }
      return (WatchEvent<String>) event;
    }

    @Override
    public void close() {
      asked.add("closed");
    }
  }

  private final class Listener implements WatchListener<String> {
    @Override
    public void replaced(List<String> all, String resourceVersion) {
      told.add("all " + all + " @" + resourceVersion);
    }

    @Override
    public void changed(WatchEvent<String> event) {
      if (listenerFails) {
        throw new IllegalStateException("not now");
      }
      told.add(event.toString());
    }

    @Override
    public void lost(ApiException reason) {
      told.add("lost " + reason.kind());
    }
  }

  private static ListPage<String> page(String version, String more, String... items) {
    return new ListPage<>(List.of(items), version, more);
  }

  private static ApiException failure(Kind kind) {
    return new ApiException(kind, "as the test wants");
  }

  /** Brings it to where it watches from version 5. */
  private void listed() {
    answers.add(page("5", "", "a"));
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);
    asked.clear();
    told.clear();
  }

  private static Lane.Next after(Duration delay) {
    return new Lane.Next.After(delay);
  }

  @Test
  void beginsWithWhatTheServerHasAtHand() {
    answers.add(page("5", "", "a", "b"));

    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);

    assertThat(asked).containsExactly("list from=0 limit=0 more=");
    assertThat(told).containsExactly("all [a, b] @5");
  }

  @Test
  void thenWatchesFromThereForFiveToTenMinutes() {
    listed();
    answers.add(new Events(Duration.ofMinutes(5), new WatchEvent.Added<>("b", "6")));
    answers.add(new Events(Duration.ofMinutes(5)));

    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);

    assertThat(asked)
        .containsExactly("watch from=5 for=PT5M", "closed", "watch from=6 for=PT5M", "closed");
    assertThat(told).containsExactly("Added[object=b, resourceVersion=6]");
  }

  @Test
  void remembersBookmarksButTellsNobody() {
    listed();
    answers.add(new Events(Duration.ofMinutes(5), new WatchEvent.Bookmark<>("9")));
    answers.add(new Events(Duration.ofMinutes(5)));

    reflector.step();
    reflector.step();

    assertThat(asked).contains("watch from=9 for=PT5M");
    assertThat(told).isEmpty();
  }

  @Test
  void listsTheNewestWhenItsVersionIsForgotten() {
    listed();
    answers.add(new Events(Duration.ZERO, failure(Kind.GONE)));
    answers.add(page("50", "", "c"));

    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST));
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);

    assertThat(asked)
        .containsExactly("watch from=5 for=PT5M", "closed", "list from= limit=500 more=");
    assertThat(told).containsExactly("lost GONE", "all [c] @50");
  }

  @Test
  void listsTheNewestWhenTheServerIsBehind() {
    answers.add(failure(Kind.VERSION_TOO_LARGE));
    answers.add(page("3", ""));

    reflector.step();
    reflector.step();

    assertThat(asked).containsExactly("list from=0 limit=0 more=", "list from= limit=500 more=");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"UNAVAILABLE", "TIMEOUT", "UNAUTHORIZED", "FORBIDDEN", "TOO_MANY_REQUESTS"})
  void goesOnWatchingWhereItWasAfterALoss(Kind kind) {
    listed();
    answers.add(new Events(Duration.ZERO, new WatchEvent.Modified<>("a", "8"), failure(kind)));
    answers.add(failure(kind));
    answers.add(KNOWN);
    answers.add(new Events(Duration.ofMinutes(5)));

    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST));
    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST.multipliedBy(2)));
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);

    assertThat(asked)
        .containsExactly(
            "watch from=5 for=PT5M",
            "closed",
            "check 8",
            "check 8",
            "watch from=8 for=PT5M",
            "closed");
    assertThat(told).hasSize(3).endsWith("lost " + kind);
  }

  /** As after a restore from a backup: a watch would show nothing until it comes past 5. */
  @Test
  void listsTheNewestWhenTheServerHasBegunAgainMeanwhile() {
    listed();
    answers.add(failure(Kind.UNAVAILABLE));
    answers.add(failure(Kind.VERSION_TOO_LARGE));
    answers.add(page("3", "", "old"));

    reflector.step();
    reflector.step();
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);

    assertThat(asked)
        .containsExactly("watch from=5 for=PT5M", "check 5", "list from= limit=500 more=");
    assertThat(told).endsWith("all [old] @3");
  }

  @Test
  void listsAgainAfterAnEventThatCannotBeRead() {
    listed();
    answers.add(new Events(Duration.ZERO, failure(Kind.UNREADABLE)));
    answers.add(page("6", "", "a"));

    reflector.step();
    reflector.step();

    assertThat(asked).endsWith("list from=5 limit=500 more=");
  }

  @Test
  void tellsNothingOfAListThatFails() {
    answers.add(failure(Kind.UNREADABLE));

    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST));

    assertThat(told).containsExactly("lost UNREADABLE");
  }

  @Test
  void putsPagesTogether() {
    answers.add(failure(Kind.GONE));
    answers.add(page("5", "next", "a"));
    answers.add(page("5", "", "b"));
    reflector.step();

    reflector.step();

    assertThat(asked).endsWith("list from= limit=500 more=", "list from= limit=500 more=next");
    assertThat(told).endsWith("all [a, b] @5");
  }

  @Test
  void takesAllAtOnceWhenPagesAreForgottenOnTheWay() {
    answers.add(failure(Kind.GONE));
    answers.add(page("5", "next", "a"));
    answers.add(failure(Kind.GONE));
    answers.add(page("9", "", "a", "b"));
    reflector.step();

    reflector.step();

    assertThat(asked).endsWith("list from= limit=0 more=");
    assertThat(told).containsExactly("lost GONE", "all [a, b] @9");
  }

  @Test
  void backsOffFromWatchesThatEndAtOnce() {
    listed();
    answers.add(new Events(Duration.ofMillis(10)));

    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST));
    assertThat(told).containsExactly("lost UNAVAILABLE");
  }

  /** Brings its back-off to where the next failure costs four times the first delay. */
  private void failedTwice() {
    listed();
    answers.add(failure(Kind.UNAVAILABLE));
    answers.add(failure(Kind.UNAVAILABLE));
    reflector.step();
    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST.multipliedBy(2)));
    resumed();
  }

  private void resumed() {
    answers.add(KNOWN);
    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void beginsAnewAfterAWatchThatToldSomething(boolean bookmark) {
    failedTwice();
    WatchEvent<String> event =
        bookmark ? new WatchEvent.Bookmark<>("6") : new WatchEvent.Added<>("b", "6");
    answers.add(new Events(Duration.ZERO, event, failure(Kind.UNAVAILABLE)));

    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST));
  }

  @Test
  void beginsAnewAfterAWatchThatLivedForSomeSeconds() {
    failedTwice();
    answers.add(new Events(Duration.ofSeconds(5)));
    answers.add(failure(Kind.UNAVAILABLE));

    assertThat(reflector.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST));
  }

  @Test
  void isNotDeceivedByAServerThatOnlyAcceptsWatches() {
    failedTwice();
    answers.add(new Events(Duration.ofMillis(10)));
    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST.multipliedBy(4)));
    resumed();
    answers.add(new Events(Duration.ofMillis(10), new WatchEvent.Bookmark<>("5")));
    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST.multipliedBy(8)));
    resumed();
    answers.add(new Events(Duration.ofSeconds(2), failure(Kind.UNAVAILABLE)));
    assertThat(reflector.step()).isEqualTo(after(Backoff.FIRST.multipliedBy(16)));
  }

  @Test
  void tellsAgainWhatTheListenerCouldNotTake() {
    listed();
    answers.add(new Events(Duration.ofMinutes(5), new WatchEvent.Deleted<>("a", "6")));
    answers.add(new Events(Duration.ofMinutes(5), new WatchEvent.Deleted<>("a", "6")));
    listenerFails = true;
    assertThatThrownBy(reflector::step).hasMessage("not now");
    listenerFails = false;

    reflector.step();

    assertThat(asked)
        .containsExactly("watch from=5 for=PT5M", "closed", "watch from=5 for=PT5M", "closed");
    assertThat(told).containsExactly("Deleted[object=a, resourceVersion=6]");
  }

  @Test
  void doesNothingMoreOnceClosed() {
    listed();
    reflector.close();

    assertThat(reflector.step()).isEqualTo(Lane.Next.DONE);
    assertThat(asked).isEmpty();
  }
}
