package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "100m, 0.1",
    "0.1, 0.1",
    "2, 2",
    "1k, 1000",
    "1Ki, 1024",
    "1.5Gi, 1610612736",
    "64M, 64000000",
    "1e3, 1000",
    "1E3, 1000",
    "1E, 1000000000000000000",
    "1Ei, 1152921504606846976",
    "12e-3, 0.012",
    "5u, 0.000005",
    ".5, 0.5",
    "-3., -3"
  })
  void aWrittenQuantityIsReadExactly(String written, BigDecimal value) {
    assertThat(Quantities.amount(Quantity.parse(written))).isEqualByComparingTo(value);
    assertThat(Quantities.amount(new Quantity(written))).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1i", "1 Gi", "1KB", "e3", "1e", "--1", "1mm"})
  void whatIsNotAQuantityIsRefusedByName(String written) {
    assertThatThrownBy(() -> Quantities.amount(new Quantity(written, "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + written + "\" is not a quantity");
  }

  @Test
  void aTenthAndTwoTenthsAreThreeTenths() {
    Amounts tenth = Amounts.of(java.util.Map.of("cpu", new Quantity("0.1")));
    Amounts twoTenths = Amounts.of(java.util.Map.of("cpu", new Quantity("0.2")));
    assertThat(tenth.plus(twoTenths).milliCpu()).isEqualTo(300);
  }

  @Test
  void fractionsAreRoundedUpAndHugeValuesHeld() {
    assertThat(Quantities.milli(new BigDecimal("0.0001"))).isEqualTo(1);
    assertThat(Quantities.whole(new BigDecimal("1.001"))).isEqualTo(2);
    assertThat(Quantities.whole(new BigDecimal("1e40"))).isEqualTo(Long.MAX_VALUE);
  }

  @Property
  void milliIsTheCeilingOfTheExactValue(
      @ForAll @BigRange(min = "0", max = "1000000") @Scale(6) BigDecimal cores) {
    long milli = Quantities.milli(Quantities.amount(new Quantity(cores.toPlainString())));
    BigDecimal exact = cores.multiply(BigDecimal.valueOf(1000));
    assertThat(BigDecimal.valueOf(milli)).isGreaterThanOrEqualTo(exact);
    assertThat(BigDecimal.valueOf(milli - 1)).isLessThan(exact);
  }

  @Property
  void sumsAreExact(@ForAll List<@LongRange(min = 0, max = 1_000_000_000_000L) Long> micros) {
    Amounts sum = Amounts.NONE;
    long expected = 0;
    for (long value : micros) {
      sum = sum.plus(Amounts.of(java.util.Map.of("cpu", new Quantity(value + "u"))));
      expected += value;
    }
    assertThat(sum.get("cpu")).isEqualByComparingTo(BigDecimal.valueOf(expected, 6));
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll @LongRange(min = 0) long value) {
    assertThat(Quantities.whole(Quantities.amount(Quantities.ofBytes(value)))).isEqualTo(value);
    assertThat(Quantities.amount(Quantities.ofMilli(value)))
        .isEqualByComparingTo(BigDecimal.valueOf(value, 3));
  }

  @Test
  void bytesAreWrittenInTheLargestExactUnit() {
    assertThat(Quantities.ofBytes(3L << 30)).hasToString("3Gi");
    assertThat(Quantities.ofBytes(1536)).hasToString("1536");
    assertThat(Quantities.ofMilli(1500)).hasToString("1500m");
    assertThat(Quantities.ofMilli(2000)).hasToString("2");
  }
}
