package dev.jubelet.server.auth.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {
  private final ManualTimers timers = new ManualTimers();

  private Answers<Boolean> answers(Duration grants, Duration refusals) {
    return new Answers<>(yes -> yes, grants, refusals, timers);
  }

  private static Fingerprint question(long number) {
    return new Fingerprint(number, 0, 0, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "true,  PT0S,     true",
    "true,  PT4M59S,  true",
    "true,  PT5M,     false",
    "true,  PT24H,    false",
    "false, PT0S,     true",
    "false, PT29.9S,  true",
    "false, PT30S,    false",
    "false, PT5M,     false",
  })
  void anAnswerHoldsAsLongAsItsKind(boolean answer, Duration later, boolean known) {
    Answers<Boolean> answers = answers(Duration.ofMinutes(5), Duration.ofSeconds(30));
    answers.put(question(1), answer);

    timers.advance(later);

    assertThat(answers.find(question(1)).isPresent()).isEqualTo(known);
    assertThat(answers.size()).isEqualTo(known ? 1 : 0);
  }

  @Test
  void usingAnAnswerDoesNotProlongIt() {
    Answers<Boolean> answers = answers(Duration.ofMinutes(2), Duration.ZERO);
    answers.put(question(1), true);

    timers.advance(Duration.ofMinutes(1));
    assertThat(answers.find(question(1))).hasValue(true);
    timers.advance(Duration.ofMinutes(1));
    assertThat(answers.find(question(1))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"PT0S, true", "PT-1S, true", "PT0S, false", "PT-1S, false"})
  void withoutALifeNothingIsKept(Duration life, boolean answer) {
    Answers<Boolean> answers = answers(life, life);

    answers.put(question(1), answer);

    assertThat(answers.find(question(1))).isEmpty();
    assertThat(answers.size()).isZero();
  }

  @Test
  void theOneNotUsedForLongestGoesFirst() {
    Answers<Boolean> answers = answers(Duration.ofMinutes(5), Duration.ofSeconds(30));
    for (int i = 0; i < Answers.LIMIT; i++) {
      answers.put(question(i), true);
    }
    assertThat(answers.find(question(0))).isPresent();

    answers.put(question(Answers.LIMIT), true);

    assertThat(answers.find(question(0))).isPresent();
    assertThat(answers.find(question(1))).isEmpty();
    assertThat(answers.size()).isEqualTo(Answers.LIMIT);
  }

  @Test
  void refusalsPushOutNoGrant() {
    Answers<Boolean> answers = answers(Duration.ofMinutes(5), Duration.ofSeconds(30));
    answers.put(question(0), true);

    for (int i = 1; i <= 3 * Answers.LIMIT; i++) {
      answers.put(question(i), false);
    }

    assertThat(answers.find(question(0))).hasValue(true);
    assertThat(answers.size()).isEqualTo(Answers.LIMIT + 1);
  }
}
