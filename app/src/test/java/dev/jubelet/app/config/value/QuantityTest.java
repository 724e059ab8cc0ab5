package dev.jubelet.app.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "100Mi, 100Mi",
    "1024Ki, 1Mi",
    "1000m, 1",
    "0.5, 500m",
    "1.5Gi, 1536Mi",
    "1e3, 1e3",
    "1500k, 1500k",
    "12345, 12345",
    "1000000, 1M",
    "-5, -5",
    "0.1n, 1n",
    "500Ki, 500Ki"
  })
  void hasOneCanonicalForm(String text, String canonical) {
    assertThat(Quantity.parse(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Mi", "10 Mi", "10mi", "1.2.3", "0x10", "ten", "1e", "10%"})
  void refusesWhatIsNoQuantity(String text) {
    assertThatThrownBy(() -> Quantity.parse(text)).hasMessageContaining("is not a quantity");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e2000000000000", "99999999999999999999Ei"})
  void neverGrowsBeyondSixtyFourBits(String text) {
    try {
      assertThat(Quantity.parse(text).value().precision()).isLessThanOrEqualTo(20);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("is not a quantity");
    }
  }

  @Property
  void readsBackWhatItWrites(@ForAll("quantities") String text) {
    Quantity quantity = Quantity.parse(text);
    Quantity again = Quantity.parse(quantity.toString());
    assertThat(again.value()).isEqualByComparingTo(quantity.value());
  }

  @Provide
  Arbitrary<String> quantities() {
    Arbitrary<String> numbers =
        Arbitraries.longs().between(-1_000_000, 1_000_000).map(String::valueOf);
    Arbitrary<String> fractions = Arbitraries.of("", ".5", ".25", ".001");
    Arbitrary<String> suffixes =
        Arbitraries.of("", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "Gi", "Ti", "e3", "E6", "e-3");
    return Combinators.combine(numbers, fractions, suffixes).as((n, f, s) -> n + f + s);
  }
}
