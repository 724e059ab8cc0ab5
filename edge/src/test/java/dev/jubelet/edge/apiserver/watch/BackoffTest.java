package dev.jubelet.edge.apiserver.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class BackoffTest {
  @Test
  void doublesUpToHalfAMinuteUntilThingsHaveSettled() {
    Backoff backoff = new Backoff((RandomGenerator) () -> 0L);

    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(800));
    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(1600));
    for (int i = 0; i < 5; i++) {
      backoff.next();
    }
    assertThat(backoff.next()).isEqualTo(Duration.ofSeconds(30));
    backoff.settled();
    assertThat(backoff.next()).isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void neverWaitsLessNorMoreThanTwiceAsLong() {
    Backoff backoff = new Backoff(new Random(1));
    Duration plain = Backoff.FIRST;
    for (int i = 0; i < 20; i++) {
      assertThat(backoff.next()).isBetween(plain, plain.multipliedBy(2));
      plain =
          plain.multipliedBy(2).compareTo(Backoff.LONGEST) > 0
              ? Backoff.LONGEST
              : plain.multipliedBy(2);
    }
  }
}
