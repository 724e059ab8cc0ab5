package dev.jubelet.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SamplingTest {
  /** The lower half of the trace's id, without its last bit, against the ratio of 2^63. */
  @ParameterizedTest
  @CsvSource({
    "0, 0000000000000000, false",
    "1000000, ffffffffffffffff, true",
    "1000000, 0000000000000000, true",
    "500000, 7fffffffffffffff, true",
    "500000, 8000000000000000, false",
    "250000, 3ffffffffffffffe, true",
    "250000, 4000000000000000, false",
    "1, 0000000000000001, true",
    "1, 0001000000000000, false"
  })
  void theIdOfTheTraceDecides(int perMillion, String low, boolean kept) {
    assertThat(Sampling.perMillion(perMillion).keeps(Long.parseUnsignedLong(low, 16)))
        .isEqualTo(kept);
  }
}
