package dev.jubelet.app.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotationsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "42, 42",
    "-7, -7",
    "+7, 7",
    "0x1F, 31",
    "0b101, 5",
    "0o17, 15",
    "017, 15",
    "1_000, 1000",
    "0x_ff, 255",
    "2147483647, 2147483647",
    "-2147483648, -2147483648"
  })
  void readsIntegersInGoNotation(String text, long expected) {
    assertThat(GoInteger.parse(text, 32)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "x", "1.5", "0x", "09", "_1", "1_", "1__0", "--1", "+-1", " 1"})
  void refusesWhatIsNoInteger(String text) {
    assertThatThrownBy(() -> GoInteger.parse(text, 32)).hasMessageContaining("is not an integer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483649", "0x80000000"})
  void refusesIntegersOfTooManyBits(String text) {
    assertThatThrownBy(() -> GoInteger.parse(text, 32)).hasMessageContaining("32 bits");
  }

  @ParameterizedTest
  @CsvSource({"'0-3,8', '0-3,8'", "'1,0', 0-1", "'', ''", "'5', 5", "'0-1, 3', '0-1,3'"})
  void readsCpuLists(String text, String canonical) {
    assertThat(CpuList.parse(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "3-1", "1-", "-1", "1,,2", "0-999999999", "4294967295"})
  void refusesWhatIsNoCpuList(String text) {
    assertThatThrownBy(() -> CpuList.parse(text)).hasMessageContaining("is not a CPU list");
  }

  @Test
  void aCpuListContainsItsSubsets() {
    assertThat(CpuList.parse("0-3").containsAll(CpuList.parse("1,3"))).isTrue();
    assertThat(CpuList.parse("0-3").containsAll(CpuList.parse("3-4"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, true",
    "::1, true",
    "::ffff:10.0.0.1, true",
    "localhost, false",
    "10.1, false",
    "'', false",
    "10.0.0.256, false",
    "[::1], false"
  })
  void knowsIpAddresses(String text, boolean valid) {
    assertThat(IpAddress.isValid(text)).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({
    "app, true",
    "example.com/app, true",
    "a/b/c, false",
    "-app, false",
    "UPPER.com/x, false",
    "'', false",
    "/x, false",
    "x/, false"
  })
  void knowsLabelKeys(String key, boolean valid) {
    assertThat(LabelSyntax.isKey(key)).isEqualTo(valid);
  }
}
