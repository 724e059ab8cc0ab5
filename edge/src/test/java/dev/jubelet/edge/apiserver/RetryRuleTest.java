package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiException.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RetryRuleTest {
  private static final Duration TWO = Duration.ofSeconds(2);

  private static ApiException answered(Kind kind, int code, Duration retryAfter) {
    return new ApiException(kind, code, "", retryAfter, null);
  }

  @Test
  void waitsAsLongAsTheServerSays() {
    ApiException busy = answered(Kind.TOO_MANY_REQUESTS, 429, TWO);

    assertThat(RetryRule.pause(busy, 1, false)).contains(TWO);
    assertThat(RetryRule.pause(busy, 9, false)).contains(TWO);
    assertThat(RetryRule.pause(busy, 10, false)).isEmpty();
  }

  @Test
  void leavesToTheCallerWhatTheServerDoesNotExplain() {
    assertThat(RetryRule.pause(new ApiException(Kind.UNAVAILABLE, 503, "", null, null), 1, true))
        .isEmpty();
  }

  @Test
  void asksAgainAfterABrokenConnectionOnlyWhatChangesNothing() {
    ApiException broken = new ApiException(Kind.UNAVAILABLE, "");

    assertThat(RetryRule.pause(broken, 1, true)).contains(Duration.ofMillis(100));
    assertThat(RetryRule.pause(broken, 3, true)).contains(Duration.ofMillis(400));
    assertThat(RetryRule.pause(broken, 4, true)).isEmpty();
    assertThat(RetryRule.pause(broken, 1, false)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"TOO_MANY_REQUESTS", "INTERNAL", "TIMEOUT", "UNAVAILABLE"},
      mode = EnumSource.Mode.EXCLUDE)
  void neverRepeatsARequestThatWasAnswered(Kind kind) {
    assertThat(RetryRule.pause(answered(kind, 400, TWO), 1, true)).isEmpty();
  }

  @Test
  void neverRepeatsWhatTookTooLong() {
    assertThat(RetryRule.pause(new ApiException(Kind.TIMEOUT, ""), 1, true)).isEmpty();
  }
}
