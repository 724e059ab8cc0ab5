package dev.jubelet.pod.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Admission;
import org.junit.jupiter.api.Test;

final class ShutdownRuleTest {
  @Test
  void aMachineThatGoesDownTakesNoPod() {
    assertThat(
            new ShutdownRule(() -> true)
                .check(AdmissionFixture.candidate(AdmissionFixture.plain())))
        .isEqualTo(
            AdmissionFixture.rejected(
                "NodeShutdown", "Pod was rejected as the node is shutting down."));
    assertThat(
            new ShutdownRule(() -> false)
                .check(AdmissionFixture.candidate(AdmissionFixture.plain())))
        .isEqualTo(Admission.ADMITTED);
  }
}
