package dev.jubelet.server.auth.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.server.auth.review.ReviewException.Kind;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CachedReviewsTest {
  private static final Duration LIFE = Duration.ofMinutes(2);

  private final ManualTimers timers = new ManualTimers();
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);

  private ReviewCache<Boolean> cache = cache(LIFE);
  private CachedReviews<Boolean> reviews = reviews();

  private ReviewCache<Boolean> cache(Duration life) {
    return new ReviewCache<>(yes -> yes, life, life, timers);
  }

  private CachedReviews<Boolean> reviews() {
    return new CachedReviews<>(cache, new ReviewRetries(timers, new Random(1)), timers);
  }

  private static Fingerprint question(int number) {
    return new Fingerprint(number, 0, 0, 0);
  }

  private boolean yes() {
    asked.incrementAndGet();
    return true;
  }

  private boolean afterWaitingFor(CountDownLatch latch) {
    asked.incrementAndGet();
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReviewException(Kind.CANCELLED, "interrupted", e);
    }
  }

  private Asker<Boolean> asker(int number, CountDownLatch latch) {
    return new Asker<>(() -> reviews.answer(question(number), () -> afterWaitingFor(latch)))
        .awaitWaiting();
  }

  @Test
  void anAnswerIsGivenAgainUntilItIsOld() {
    assertThat(reviews.answer(question(1), this::yes)).isTrue();
    assertThat(reviews.answer(question(1), this::yes)).isTrue();
    assertThat(asked).hasValue(1);

    timers.advance(LIFE);
    assertThat(reviews.answer(question(1), this::yes)).isTrue();
    assertThat(asked).hasValue(2);
  }

  @Test
  void equalQuestionsAtTheSameTimeAreAskedOnceEvenWhenNothingIsKept() throws Exception {
    cache = cache(Duration.ZERO);
    reviews = reviews();
    CountDownLatch answer = new CountDownLatch(1);
    List<Asker<Boolean>> askers = IntStream.range(0, 50).mapToObj(i -> asker(1, answer)).toList();

    answer.countDown();

    for (Asker<Boolean> asker : askers) {
      assertThat(asker.answer()).isTrue();
    }
    assertThat(asked).hasValue(1);
    Asker.await(() -> reviews.pending() == 0 && timers.pending() == 0);
  }

  @Test
  void nobodyWaitsLongForAServerThatHangs() throws Exception {
    Asker<Boolean> first = asker(1, never);
    timers.advance(Duration.ofSeconds(6));
    Asker<Boolean> second = asker(1, never);
    timers.advance(Duration.ofMillis(3_999));
    assertThat(first.isDone()).isFalse();

    timers.advance(Duration.ofMillis(1));

    for (Asker<Boolean> asker : List.of(first, second)) {
      assertThat(asker.failure())
          .isInstanceOfSatisfying(
              ReviewException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT))
          .hasMessage("no answer within 10 s");
    }
    assertThat(reviews.pending()).isZero();
    assertThat(reviews.answer(question(1), this::yes)).isTrue();
  }

  @Test
  void retriesEndWithTheTimeForTheQuestion() throws Exception {
    Asker<Boolean> asker =
        new Asker<>(
            () ->
                reviews.answer(
                    question(1),
                    () -> {
                      if (asked.incrementAndGet() == 3) {
                        afterWaitingFor(never);
                      }
                      throw new ReviewException(Kind.TRANSIENT, "busy", null);
                    }));

    Asker.await(() -> asked.get() == 1 && timers.pending() == 2);
    timers.advance(Duration.ofMillis(600));
    Asker.await(() -> asked.get() == 2 && timers.pending() == 2);
    timers.advance(Duration.ofMillis(900));
    Asker.await(() -> asked.get() == 4);
    timers.advance(Duration.ofMillis(8_500));

    assertThat(asker.failure()).hasMessage("no answer within 10 s");
    Asker.await(() -> timers.pending() == 0);
  }

  @Test
  void aFailureIsToldAndNotKept() {
    assertThatThrownBy(
            () ->
                reviews.answer(
                    question(1),
                    () -> {
                      throw new ReviewException(Kind.FAILED, "no such resource", null);
                    }))
        .isInstanceOfSatisfying(
            ReviewException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FAILED))
        .hasMessage("no such resource");
    assertThatThrownBy(
            () ->
                reviews.answer(
                    question(1),
                    () -> {
                      throw new IllegalStateException("cannot happen");
                    }))
        .isInstanceOf(ReviewException.class);

    assertThat(reviews.answer(question(1), this::yes)).isTrue();
  }

  @Test
  void fewQuestionsAreUnderWayAndTheRestWaitsForTheirTurn() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    List<Asker<Boolean>> askers =
        IntStream.range(0, 3 * CachedReviews.MOST_UNDER_WAY)
            .mapToObj(i -> asker(i, answer))
            .toList();
    Asker.await(() -> asked.get() == CachedReviews.MOST_UNDER_WAY);
    assertThat(reviews.pending()).isEqualTo(askers.size());

    answer.countDown();

    for (Asker<Boolean> asker : askers) {
      assertThat(asker.answer()).isTrue();
    }
    assertThat(asked).hasValue(askers.size());
  }

  @Test
  void whoeverWaitsForATurnDoesSoNoLonger() throws Exception {
    List<Asker<Boolean>> askers =
        IntStream.range(0, 2 * CachedReviews.MOST_UNDER_WAY)
            .mapToObj(i -> asker(i, never))
            .toList();

    timers.advance(CachedReviews.LONGEST_WAIT);

    for (Asker<Boolean> asker : askers) {
      assertThat(asker.failure()).hasMessage("no answer within 10 s");
    }
    assertThat(reviews.answer(question(-1), this::yes)).isTrue();
  }

  @Test
  void whoeverIsInterruptedWaitsNoMoreAndOthersDo() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    Asker<Boolean> leaving = asker(1, answer);
    Asker<Boolean> staying = asker(1, answer);

    leaving.interrupt();

    assertThat(leaving.failure())
        .isInstanceOfSatisfying(
            ReviewException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CANCELLED));
    answer.countDown();
    assertThat(staying.answer()).isTrue();
  }

  @Test
  void aHundredThousandBadTokensAreNotRemembered() {
    Fingerprints fingerprints = new Fingerprints();
    Fingerprint good = fingerprints.of(List.of("good"));
    reviews.answer(good, this::yes);

    for (int i = 0; i < 100_000; i++) {
      reviews.answer(fingerprints.of(List.of("bad-" + i)), () -> false);
    }

    assertThat(cache.size()).isEqualTo(ReviewCache.LIMIT + 1);
    assertThat(reviews.answer(good, this::yes)).isTrue();
    assertThat(asked).hasValue(1);
    Asker.await(() -> reviews.pending() == 0 && timers.pending() == 0);
  }

  @Test
  void theQueueOfThoseWhoWaitIsBounded() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    List<Asker<Boolean>> askers =
        IntStream.range(0, CachedReviews.MOST_WAITING).mapToObj(i -> asker(i, answer)).toList();

    assertThatThrownBy(() -> reviews.answer(question(-1), this::yes))
        .isInstanceOf(ReviewException.class)
        .hasMessage("too many others are waiting for an answer");
    // Who asks what is asked already takes no room.
    Asker<Boolean> equal = asker(0, answer);

    answer.countDown();
    for (Asker<Boolean> asker : askers) {
      assertThat(asker.answer()).isTrue();
    }
    assertThat(equal.answer()).isTrue();
    Asker.await(() -> reviews.pending() == 0);
    assertThat(reviews.answer(question(-1), this::yes)).isTrue();
  }
}
