package dev.jubelet.volume.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsiVersionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.0.0         | 1.0.0",
        "v1.2          | 1.2.0",
        "1.3.1 1.10.0  | 1.10.0",
        "0.3.0 1.0.0   | 1.0.0",
        "2.0.0 1.1.0   | 1.1.0",
        "1.0.0-rc1     | 1.0.0",
        "newest 1.0    | 1.0.0",
        "1.0.0.4beta   | 1.0.0",
        "1             | none",
        "2.0.0         | none",
        "newest        | none",
        "0.3.0         | 0.3.0"
      })
  void theHighestThatBothSpeakCounts(String versions, String highest) {
    Optional<CsiVersion> found = CsiVersion.highest(List.of(versions.split(" ")));
    assertThat(found.map(v -> v.major() + "." + v.minor() + "." + v.patch()).orElse("none"))
        .isEqualTo(highest);
  }
}
