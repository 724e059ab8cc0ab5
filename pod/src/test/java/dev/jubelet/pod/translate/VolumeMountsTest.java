package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.Mount;
import dev.jubelet.api.cri.MountPropagation;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("10.5")
class VolumeMountsTest {
  private static final String REFUSAL = "failed to resolve recursive read-only mode: ";

  @Test
  void aMountShowsTheVolumesPathAtAnAbsolutePath() {
    Mount mount = translated(mount().withMountPath("data").build());

    assertThat(mount)
        .isEqualTo(
            Mount.newBuilder().setHostPath("/volumes/scratch").setContainerPath("/data").build());
  }

  @ParameterizedTest
  @CsvSource({
    ", PROPAGATION_PRIVATE",
    "None, PROPAGATION_PRIVATE",
    "HostToContainer, PROPAGATION_HOST_TO_CONTAINER",
    "Bidirectional, PROPAGATION_BIDIRECTIONAL",
  })
  void propagationIsTranslated(@Nullable String mode, MountPropagation expected) {
    VolumeMount mount = mount().build();
    mount.setMountPropagation(mode);

    assertThat(translated(mount).getPropagation()).isEqualTo(expected);
  }

  @Test
  void aPropagationThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> translated(mount().withMountPropagation("Odd").build()))
        .hasMessage("invalid MountPropagation mode: \"Odd\"");
  }

  @Test
  void aMountIsReadOnlyWhenItSaysSoOrWhenTheAgentWritesTheVolume() {
    assertThat(translated(mount().build()).getReadonly()).isFalse();
    assertThat(translated(mount().withReadOnly(true).build()).getReadonly()).isTrue();
    assertThat(translated(mount().withName("config").build()).getReadonly()).isTrue();
  }

  @Test
  void labelsAreChangedOnlyWithSelinuxAndOnlyOnTheAgentsOwnVolumes() {
    VolumeMount scratch = mount().build();

    assertThat(VolumeMounts.of(pod(), "app", scratch, around(true), true).getSelinuxRelabel())
        .isTrue();
    assertThat(VolumeMounts.of(pod(), "app", scratch, around(true), false).getSelinuxRelabel())
        .isFalse();
    assertThat(
            VolumeMounts.of(podWithHostPath(), "app", scratch, around(true), true)
                .getSelinuxRelabel())
        .isFalse();
  }

  @Test
  void labelsAreAlsoChangedOnVolumesWhoseKindSaysSo() {
    PodSurroundings kept = around(true);
    PodSurroundings around =
        new PodSurroundings(
            kept.podIps(),
            kept.volumes(),
            kept.imageVolumes(),
            kept.node(),
            kept.nodeHosts(),
            true,
            Set.of("scratch"));
    VolumeMount scratch = mount().build();
    assertThat(VolumeMounts.of(podWithHostPath(), "app", scratch, around, true).getSelinuxRelabel())
        .isTrue();
    assertThat(
            VolumeMounts.of(podWithHostPath(), "app", scratch, around, false).getSelinuxRelabel())
        .isFalse();
  }

  @ParameterizedTest(name = "{0}, supported {1}: {2}")
  @CsvSource({
    "Disabled, true, false",
    "IfPossible, true, true",
    "IfPossible, false, false",
    "Enabled, true, true",
  })
  void recursiveReadOnlyFollowsTheWishAndTheRuntime(
      String mode, boolean supported, boolean expected) {
    VolumeMount mount = mount().withReadOnly(true).withRecursiveReadOnly(mode).build();

    assertThat(
            VolumeMounts.of(pod(), "app", mount, around(supported), false).getRecursiveReadOnly())
        .isEqualTo(expected);
  }

  @Test
  void recursiveReadOnlyThatCannotBeIsRefused() {
    var asked = mount().withReadOnly(true).withRecursiveReadOnly("Enabled");

    assertThatThrownBy(() -> VolumeMounts.of(pod(), "app", asked.build(), around(false), false))
        .hasMessage(
            REFUSAL
                + "volume \"scratch\" requested recursive read-only mode, but it is not supported"
                + " by the runtime");
    assertThatThrownBy(() -> translated(mount().withRecursiveReadOnly("Enabled").build()))
        .hasMessage(
            REFUSAL
                + "volume \"scratch\" requested recursive read-only mode, but it is not"
                + " read-only");
    assertThatThrownBy(() -> translated(asked.withMountPropagation("Bidirectional").build()))
        .hasMessage(
            REFUSAL
                + "volume \"scratch\" requested recursive read-only mode, but it is not compatible"
                + " with propagation \"Bidirectional\"");
  }

  @Test
  void aVolumeThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> translated(mount().withName("ghost").build()))
        .hasMessage("cannot find volume \"ghost\" to mount into container \"app\"");
  }

  @Test
  void anImageIsMountedByTheRuntimeAndNeverWritten() {
    assertThat(translated(mount().withName("model").build()))
        .isEqualTo(
            Mount.newBuilder()
                .setContainerPath("/data")
                .setImage(
                    ImageSpec.newBuilder()
                        .setImage("sha256:5678")
                        .setUserSpecifiedImage("models:v1")
                        .putAllAnnotations(pod().getMetadata().getAnnotations()))
                .setReadonly(true)
                .build());
    assertThatThrownBy(() -> translated(mount().withName("late").build()))
        .hasMessage("cannot find volume \"late\" to mount into container \"app\"");
  }

  private static Mount translated(VolumeMount mount) {
    return VolumeMounts.of(pod(), "app", mount, around(true), false);
  }

  private static PodSurroundings around(boolean recursiveReadOnlySupported) {
    return new ContainerFixture().surroundings(recursiveReadOnlySupported);
  }

  private static VolumeMountBuilder mount() {
    return new VolumeMountBuilder().withName("scratch").withMountPath("/data");
  }

  private static Pod pod() {
    return TestPods.pod()
        .editSpec()
        .withVolumes(
            new VolumeBuilder().withName("scratch").withNewEmptyDir().endEmptyDir().build(),
            new VolumeBuilder().withName("config").withNewConfigMap().endConfigMap().build(),
            new VolumeBuilder().withName("model").withNewImage("Always", "models:v1").build())
        .endSpec()
        .build();
  }

  private static Pod podWithHostPath() {
    return TestPods.pod()
        .editSpec()
        .withVolumes(new VolumeBuilder().withName("scratch").withNewHostPath("/srv", "").build())
        .endSpec()
        .build();
  }
}
