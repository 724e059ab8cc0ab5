package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenScheduleTest {
  private static final Instant ISSUED = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "PT10M, 0, PT8M",
    "PT1H, 0, PT48M",
    "PT1H, 0.5, PT47M55S",
    "PT1H, 1, PT47M50S",
    "PT30H, 0, PT24H",
    "P365D, 0, PT24H",
    "P365D, 1, PT23H59M50S",
  })
  void aTokenIsRenewedAfterFourFifthsOfItsLifeOrADay(Duration life, double chance, Duration use) {
    Token token = new Token("t", life, ISSUED.plus(life));

    assertThat(TokenSchedule.refreshAt(token, chance)).isEqualTo(ISSUED.plus(use));
  }
}
