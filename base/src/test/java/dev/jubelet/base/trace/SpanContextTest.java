package dev.jubelet.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpanContextTest {
  private static final String SAMPLED = "00-4bf92f3577b34da6a3ce929d0e0e4736-f0f067aa0ba902b7-01";

  @Test
  void readsAndWritesTheHeader() {
    SpanContext context = SpanContext.parse(SAMPLED).orElseThrow();
    assertThat(context)
        .isEqualTo(
            new SpanContext(0x4bf92f3577b34da6L, 0xa3ce929d0e0e4736L, 0xf0f067aa0ba902b7L, true));
    assertThat(context.header()).isEqualTo(SAMPLED);
    String not = SAMPLED.replace("-01", "-00");
    assertThat(SpanContext.parse(not).map(SpanContext::header)).contains(not);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-00000000000000010000000000000002-0000000000000003-03",
        "cc-00000000000000010000000000000002-0000000000000003-01-what-comes-later"
      })
  void toleratesFlagsAndVersionsToCome(String header) {
    assertThat(SpanContext.parse(header)).contains(new SpanContext(1, 2, 3, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-f0f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-f0f067aa0ba902b7-01-more",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-f0f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-f0f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-f0f067aa0ba902b-01"
      })
  void takesNothingElseForAHeader(String header) {
    assertThat(SpanContext.parse(header)).isEmpty();
  }
}
