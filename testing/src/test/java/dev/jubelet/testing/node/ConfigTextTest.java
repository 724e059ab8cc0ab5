package dev.jubelet.testing.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ConfigTextTest {
  @Test
  void whatIsGivenTakesThePlaceOfWhatIsUsual() {
    String merged = ConfigText.merged("a: 1\nb:\n  c: 2\n  a: 3\nd: 4\n", "b: {}\ne:\n  d: 5\n");

    assertThat(merged).isEqualTo("a: 1\nd: 4\nb: {}\ne:\n  d: 5\n");
    assertThat(ConfigText.value(merged, "d")).isEqualTo("4");
    assertThatThrownBy(() -> ConfigText.value(merged, "c"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
