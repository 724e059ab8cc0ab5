package dev.jubelet.server.auth.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
  private final Fingerprints fingerprints = new Fingerprints();

  @Test
  void equalPartsHaveEqualFingerprints() {
    assertThat(fingerprints.of(List.of("a", "ü"))).isEqualTo(fingerprints.of(List.of("a", "ü")));
  }

  @Test
  void partsAreNotRunTogether() {
    assertThat(
            List.of(
                fingerprints.of(List.of("ab", "c")),
                fingerprints.of(List.of("a", "bc")),
                fingerprints.of(List.of("abc")),
                fingerprints.of(List.of("abc", ""))))
        .doesNotHaveDuplicates();
  }

  @Test
  void nobodyCanFindThemOutBeforehand() {
    assertThat(fingerprints.of(List.of("a"))).isNotEqualTo(new Fingerprints().of(List.of("a")));
  }
}
