package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("13.2")
class OomScoreTest {
  private static final long CAPACITY = 10L << 30;

  private static int burstable(String memory, long capacity) {
    Container container = Pods.container("a", "memory=" + memory, "");
    return OomScore.adjustment(Pods.of(container), container, capacity);
  }

  @ParameterizedTest
  @CsvSource({"1Gi, 900", "5Gi, 500", "1, 999", "1Ki, 999", "10Gi, 3", "99Ei, 3"})
  void aBurstableContainerIsSparedByItsShareOfMemory(String memory, int expected) {
    assertThat(burstable(memory, CAPACITY)).isEqualTo(expected);
  }

  @Test
  void guaranteedIsProtectedAndBestEffortDiesFirst() {
    Container guaranteed = Pods.container("a", "", "cpu=1 memory=1Gi");
    Container bestEffort = Pods.container("a", "", "");
    assertThat(OomScore.adjustment(Pods.of(guaranteed), guaranteed, CAPACITY)).isEqualTo(-997);
    assertThat(OomScore.adjustment(Pods.of(bestEffort), bestEffort, CAPACITY)).isEqualTo(1000);
  }

  @Test
  void aNodeCriticalStaticPodIsProtectedWhateverItsClass() {
    Container bestEffort = Pods.container("a", "", "");
    Pod named =
        new PodBuilder(Pods.of(bestEffort))
            .editSpec()
            .withPriorityClassName("system-node-critical")
            .endSpec()
            .build();
    Pod critical =
        new PodBuilder(named)
            .editMetadata()
            .addToAnnotations(Annotations.SOURCE, "file")
            .endMetadata()
            .build();
    assertThat(OomScore.adjustment(critical, bestEffort, CAPACITY)).isEqualTo(-997);
    assertThat(OomScore.adjustment(named, bestEffort, CAPACITY)).isEqualTo(1000);
  }

  @Test
  void aSidecarIsSparedAtLeastAsMuchAsTheSmallestContainerItServes() {
    Container small = Pods.container("small", "memory=2Gi", "");
    Container large = Pods.container("large", "memory=4Gi", "");
    Container sidecar = Pods.sidecar("side", "memory=1Gi");
    Pod pod =
        new PodBuilder(Pods.of(small, large))
            .editSpec()
            .withInitContainers(sidecar)
            .endSpec()
            .build();
    assertThat(OomScore.adjustment(pod, sidecar, CAPACITY)).isEqualTo(800);
  }

  @Property
  void burstableStaysBetweenGuaranteedAndBestEffortAndFallsWithTheRequest(
      @ForAll @LongRange(min = 1) long request,
      @ForAll @LongRange(min = 1) long more,
      @ForAll @LongRange(min = 1 << 20, max = 1L << 50) long capacity) {
    long larger = request > Long.MAX_VALUE - more ? Long.MAX_VALUE : request + more;
    int score = burstable(Long.toString(request), capacity);
    assertThat(score).isBetween(3, 999);
    assertThat(burstable(Long.toString(larger), capacity)).isLessThanOrEqualTo(score);
  }
}
