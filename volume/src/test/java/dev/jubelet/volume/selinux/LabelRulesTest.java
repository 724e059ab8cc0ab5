package dev.jubelet.volume.selinux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.volume.selinux.LabelRules.Chosen;
import dev.jubelet.volume.selinux.LabelRules.Conflict;
import dev.jubelet.volume.selinux.LabelRules.Decision;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SELinuxOptions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class LabelRulesTest {
  private static final String USUAL = "system_u:object_r:container_file_t:s0";
  private static final String A = "system_u:object_r:container_file_t:s0:c1,c2";
  private static final String B = "system_u:object_r:container_file_t:s0:c3,c4";

  static Stream<Arguments> decisions() {
    return Stream.of(
        Arguments.of(Set.of(), true, true, "", new Chosen("", "")),
        Arguments.of(Set.of(A), true, true, "", new Chosen(A, A)),
        Arguments.of(Set.of(A), true, true, "MountOption", new Chosen(A, A)),
        Arguments.of(Set.of(A), true, true, "Recursive", new Chosen("", "")),
        Arguments.of(Set.of(A), true, false, "", new Chosen(A, "")),
        Arguments.of(Set.of(A), false, true, "", new Chosen("", "")),
        Arguments.of(Set.of(A, B), true, true, "", new Conflict(Set.of(A, B))),
        Arguments.of(Set.of(A, B), false, false, "Recursive", new Conflict(Set.of(A, B))));
  }

  @ParameterizedTest
  @MethodSource("decisions")
  void aVolumeIsMountedWithTheLabelOfItsContainers(
      Set<String> labels, boolean takes, boolean allowed, String policy, Decision expected) {
    Pod pod = LabelledPods.pod("1", policy, LabelledPods.level("s0:c1,c2"));
    assertThat(LabelRules.decide(pod, labels, takes, allowed)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "ReadWriteOncePod, false, true, RWOP",
    "ReadWriteOnce, false, false, RWO",
    "ReadWriteOnce, true, true, RWO",
    "ReadWriteMany, true, true, RWX",
    "ReadOnlyMany, false, false, ROX",
    "ReadWriteOnce|ReadWriteMany, false, false, RWX",
    "ReadWriteOncePod|ReadWriteOnce, false, false, RWO",
    "'', true, true, ''",
  })
  void onlyVolumesOfOnePodGetLabelsUnlessTheFeatureIsOn(
      String modes, boolean allAccessModes, boolean allowed, String name) {
    var volume = LabelledPods.volume(modes.isEmpty() ? new String[0] : modes.split("\\|", -1));
    assertThat(LabelRules.isAllowed(volume, allAccessModes)).isEqualTo(allowed);
    assertThat(LabelRules.modeName(volume)).isEqualTo(name);
  }

  @Test
  void aVolumeInThePodItselfNeverGetsOne() {
    assertThat(LabelRules.isAllowed(LabelledPods.inline(), true)).isFalse();
    assertThat(LabelRules.modeName(LabelledPods.inline())).isEqualTo("inline");
  }

  @Test
  void filesHaveUserAndLevelOfTheProcess() {
    assertThat(FileLabels.of(LabelledPods.level("s0:c1,c2"), USUAL)).isEqualTo(A);
    SELinuxOptions all = new SELinuxOptions("s0:c3,c4", "staff_r", "spc_t", "staff_u");
    assertThat(FileLabels.of(all, USUAL)).isEqualTo("staff_u:object_r:container_file_t:s0:c3,c4");
    assertThat(FileLabels.of(new SELinuxOptions(), USUAL)).isEmpty();
    SELinuxOptions levelLeftOut = new SELinuxOptions(null, null, "spc_t", null);
    assertThat(FileLabels.of(levelLeftOut, USUAL)).isEmpty();
    assertThatThrownBy(() -> FileLabels.of(LabelledPods.level("s0"), "nonsense"))
        .isInstanceOf(FileLabels.Unusable.class)
        .hasMessageContaining("nonsense");
  }

  @Test
  void labelsAreThoseOfTheContainersThatMountTheVolume() {
    Pod pod = LabelledPods.pod("1", "", LabelledPods.level("s0:c1,c2"));
    assertThat(FileLabels.of(pod, "data", USUAL)).containsExactly(A);
    assertThat(FileLabels.of(pod, "other", USUAL)).isEmpty();
    LabelledPods.own(pod, LabelledPods.level("s0:c3,c4"));
    assertThat(FileLabels.of(pod, "data", USUAL)).containsExactly(A, B);
  }
}
