package dev.jubelet.server.auth.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.Timers;
import dev.jubelet.server.auth.review.ReviewException.Kind;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReviewRetriesTest {
  private final List<Long> pauses = new ArrayList<>();

  /** Every timer fires at once and is noted. */
  private final class Hurried implements Timers {
    private final ManualTimers still = new ManualTimers();

    @Override
    public Instant now() {
      return still.now();
    }

    @Override
    public long nanoTime() {
      return still.nanoTime();
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      pauses.add(delay.toMillis());
      task.run();
      return () -> {};
    }
  }

  /** Always draws the same. */
  private record Drawing(double value) implements RandomGenerator {
    @Override
    public long nextLong() {
      throw new UnsupportedOperationException("only fractions are drawn");
    }

    @Override
    public double nextDouble() {
      return value;
    }
  }

  private String run(double random, Kind... failures) {
    Iterator<Kind> next = List.of(failures).iterator();
    return new ReviewRetries(new Hurried(), new Drawing(random))
        .run(
            () -> {
              if (next.hasNext()) {
                throw new ReviewException(next.next(), "busy", null);
              }
              return "yes";
            });
  }

  @ParameterizedTest
  @CsvSource({"0.0, 500 750", "0.5, 550 825", "1.0, 600 900"})
  void pausesGrowAndAreSpread(double random, String expected) {
    assertThat(run(random, Kind.TRANSIENT, Kind.TRANSIENT)).isEqualTo("yes");
    assertThat(String.join(" ", pauses.stream().map(String::valueOf).toList())).isEqualTo(expected);
  }

  @Test
  void theFifthFailureIsTheLast() {
    Kind busy = Kind.TRANSIENT;
    assertThat(run(0, busy, busy, busy, busy)).isEqualTo("yes");
    pauses.clear();

    assertThatThrownBy(() -> run(0, busy, busy, busy, busy, busy))
        .isInstanceOf(ReviewException.class)
        .hasMessage("busy");
    assertThat(pauses).containsExactly(500L, 750L, 1125L, 1687L);
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "TRANSIENT")
  void whatDoesNotPassIsNotTriedAgain(Kind kind) {
    assertThatThrownBy(() -> run(0, kind)).isInstanceOf(ReviewException.class);
    assertThat(pauses).isEmpty();
  }
}
