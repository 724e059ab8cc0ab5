package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** lifecycle 4.2: how long a pod gets to end. */
@Rule("4.3")
class PodGraceTest {

  @ParameterizedTest(name = "so far {0}, deletion {1}, demanded {2}, spec {3}: {4}")
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, -, 30, 30",
        "-, -, -, -, 1",
        "-, 5, -, 30, 5",
        "-, 60, -, 30, 60",
        "-, -, 3, 30, 3",
        "-, 5, 3, 30, 3",
        "-, 5, 9, 30, 5",
        "4, 5, -, 30, 4",
        "4, -, -, 30, 4",
        "8, 5, -, 30, 5",
        "-, 0, -, 30, 1",
        "-, -, 0, 30, 1",
        "8, -, 0, 30, 1"
      })
  void ofAPodOnlyEverShrinks(
      @Nullable Long soFar,
      @Nullable Long deletion,
      @Nullable Long demanded,
      @Nullable Long ofSpec,
      long effective) {
    Pod pod =
        Pods.pod("web")
            .spec(s -> s.setTerminationGracePeriodSeconds(ofSpec))
            .deletionGrace(deletion)
            .build();
    assertThat(PodGrace.effective(soFar, pod, demanded)).isEqualTo(effective);
  }

  @Test
  void ofAStrangerIsWhatIsDemanded() {
    assertThat(PodGrace.effective(null, null, 3L)).isEqualTo(3);
    assertThat(PodGrace.effective(3L, null, 5L)).isEqualTo(3);
    assertThat(PodGrace.effective(null, null, null)).isEqualTo(1);
  }
}
