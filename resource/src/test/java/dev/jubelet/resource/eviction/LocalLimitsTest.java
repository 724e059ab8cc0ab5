package dev.jubelet.resource.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalLimitsTest {
  private static final long MEBI = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "1Mi, 1048576, false",
    "1Mi, 1048577, true",
    "1M, 1000001, true",
    "1500m, 1, false",
    "1500m, 2, true",
    "0, 1048577, false",
    "'', 1048577, false"
  })
  void aVolumeMayBeAsLargeAsItsLimit(String limit, long used, boolean evicted) {
    Pod pod = LimitedPods.pod("scratch=" + limit, "main=").build();
    assertThat(exceeded(pod, Map.of("scratch", used), Map.of(), null).isPresent())
        .isEqualTo(evicted);
  }

  @Test
  void theVolumeAndItsLimitAreNamed() {
    Pod pod = LimitedPods.pod("calm=1Mi scratch=1Mi", "main=").build();
    assertThat(exceeded(pod, Map.of("calm", 0L, "scratch", 3 * MEBI), Map.of(), null))
        .contains(
            new Eviction(
                EvictionSignal.EMPTY_DIR_LIMIT,
                "Usage of EmptyDir volume \"scratch\" exceeds the limit \"1Mi\". "));
  }

  @Test
  void aContainerAndItsLimitAreNamed() {
    Pod pod = LimitedPods.pod("", "calm=1Mi main=2Mi").build();
    assertThat(exceeded(pod, Map.of(), Map.of("calm", MEBI, "main", 2 * MEBI + 1), 3 * MEBI))
        .contains(
            new Eviction(
                EvictionSignal.CONTAINER_STORAGE_LIMIT,
                "Container main exceeded its local ephemeral storage limit \"2Mi\". "));
  }

  @ParameterizedTest
  @CsvSource({
    "a=1Mi b=2Mi, 3145728, ''",
    "a=1Mi b=2Mi, 3145729, 3Mi",
    "a=512Mi b=512Mi, 1073741825, 1Gi",
    "a=1500M b=500M, 2000000001, 2G",
    "a=1000 b=24, 1025, 1024",
    "a=1Mi b=, 1048577, 1Mi",
    "a=0, 1, 0"
  })
  void aPodMayUseWhatItsContainersMayUseTogether(String limits, long used, String named) {
    Optional<Eviction> eviction =
        exceeded(LimitedPods.pod("", limits).build(), Map.of(), Map.of(), used);
    assertThat(eviction.map(Eviction::message).orElse(""))
        .isEqualTo(
            named.isEmpty()
                ? ""
                : "Pod ephemeral local storage usage exceeds the total limit of containers "
                    + named
                    + ". ");
  }

  @Test
  void whatTheRuntimeItselfNeedsIsAllowedOnTop() {
    Pod pod =
        LimitedPods.pod("", "main=1Mi")
            .editSpec()
            .addToOverhead("ephemeral-storage", new Quantity("1Mi"))
            .endSpec()
            .build();
    assertThat(exceeded(pod, Map.of(), Map.of(), 2 * MEBI)).isEmpty();
    assertThat(exceeded(pod, Map.of(), Map.of(), 2 * MEBI + 1))
        .hasValueSatisfying(eviction -> assertThat(eviction.message()).endsWith(" 2Mi. "));
  }

  /** They are gone when the others run. */
  @Test
  void ofInitContainersOnlySidecarsAreWatched() {
    Pod pod =
        LimitedPods.pod("", "main=")
            .editSpec()
            .addToInitContainers(LimitedPods.container("first", "1Mi"))
            .addToInitContainers(
                new ContainerBuilder(LimitedPods.container("beside", "1Mi"))
                    .withRestartPolicy("Always")
                    .build())
            .endSpec()
            .build();
    assertThat(exceeded(pod, Map.of(), Map.of("first", 2 * MEBI), MEBI)).isEmpty();
    assertThat(exceeded(pod, Map.of(), Map.of("beside", 2 * MEBI), MEBI))
        .map(Eviction::signal)
        .contains(EvictionSignal.CONTAINER_STORAGE_LIMIT);
  }

  @Test
  void nobodyIsEndedForWhatIsNotKnown() {
    Pod pod = LimitedPods.pod("scratch=1Mi", "main=1Mi").build();
    assertThat(exceeded(pod, Map.of(), Map.of(), null)).isEmpty();
  }

  @Test
  void theFirstReasonIsEnough() {
    Pod pod = LimitedPods.pod("scratch=1Mi", "main=1Mi").build();
    assertThat(
            exceeded(pod, Map.of("scratch", 2 * MEBI), Map.of("main", 2 * MEBI), 4 * MEBI)
                .map(Eviction::signal))
        .contains(EvictionSignal.EMPTY_DIR_LIMIT);
    assertThat(
            exceeded(pod, Map.of("scratch", 0L), Map.of("main", 2 * MEBI), 2 * MEBI)
                .map(Eviction::signal))
        .contains(EvictionSignal.POD_STORAGE_LIMIT);
  }

  @Test
  void aPodIsAsNearToItsEndAsTheFullestPart() {
    Pod pod = LimitedPods.pod("scratch=4Mi", "main=10Mi").build();
    LocalUsage usage = new LocalUsage(Map.of("scratch", 3 * MEBI), Map.of("main", MEBI), 4 * MEBI);
    assertThat(LocalLimits.of(pod).fullness(usage)).isEqualTo(0.75);
  }

  @Test
  void onlyWhatIsLimitedHasToBeKnown() {
    assertThat(LocalLimits.of(LimitedPods.pod("scratch=", "main=").build()).isEmpty()).isTrue();
    LocalLimits ofVolume = LocalLimits.of(LimitedPods.pod("a=1Mi b=", "main=").build());
    assertThat(ofVolume.volumes()).containsExactly("a");
    assertThat(ofVolume.countsEverything()).isFalse();
    assertThat(LocalLimits.of(LimitedPods.pod("", "main=1Mi").build()).countsEverything()).isTrue();
  }

  @Test
  void anEvictedPodHasFailedAndWasNotDisrupted() {
    Eviction eviction = new Eviction(EvictionSignal.EMPTY_DIR_LIMIT, "too much");
    assertThat(eviction.verdict().reason()).isEqualTo("Evicted");
    assertThat(eviction.verdict().message()).isEqualTo("too much");
    assertThat(eviction.verdict().disruption()).isNull();
  }

  private static Optional<Eviction> exceeded(
      Pod pod, Map<String, Long> volumes, Map<String, Long> containers, @Nullable Long all) {
    return LocalLimits.of(pod).exceededBy(new LocalUsage(volumes, containers, all));
  }
}
