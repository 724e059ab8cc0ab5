package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuRulesTest {
  private static final Duration PERIOD = Duration.ofMillis(100);

  @ParameterizedTest
  @CsvSource({"0, 2", "1, 2", "2, 2", "100, 102", "1000, 1024", "2500, 2560", "256000, 262144"})
  void sharesFollowTheCpu(long milli, long shares) {
    assertThat(CpuRules.shares(milli)).isEqualTo(shares);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1000", "10, 1000", "11, 1100", "500, 50000", "2000, 200000"})
  void theQuotaFollowsTheCpu(long milli, long quota) {
    assertThat(CpuRules.quotaMicros(milli, PERIOD)).isEqualTo(quota);
  }

  @Property
  void sharesStayInTheKernelsBounds(@ForAll @LongRange(min = 0) long milli) {
    assertThat(CpuRules.shares(milli)).isBetween(2L, 262_144L);
  }

  @Property
  void moreCpuNeverMeansLess(
      @ForAll @LongRange(min = 1, max = 1_000_000) long milli,
      @ForAll @LongRange(min = 0, max = 1_000_000) long more) {
    assertThat(CpuRules.shares(milli + more)).isGreaterThanOrEqualTo(CpuRules.shares(milli));
    assertThat(CpuRules.quotaMicros(milli + more, PERIOD))
        .isGreaterThanOrEqualTo(CpuRules.quotaMicros(milli, PERIOD));
  }
}
