package dev.jubelet.volume.selinux;

import static dev.jubelet.volume.selinux.LabelledPods.level;
import static dev.jubelet.volume.selinux.LabelledPods.pod;
import static dev.jubelet.volume.selinux.LabelledPods.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMeter;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeMountOptions;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class SelinuxLabelsTest {
  private static final String USUAL = "system_u:object_r:container_file_t:s0";
  private static final String ONE_POD = "ReadWriteOncePod";
  private static final String SHARED = "ReadWriteMany";
  private static final String SHARED_NAME = "kubernetes.io~disk/pv";
  private static final Pod FIRST = pod("1", "", level("s0:c1,c2"));
  private static final Pod OTHER = pod("2", "", level("s0:c3,c4"));
  private static final Pod RECURSIVE = pod("3", "Recursive", level("s0:c3,c4"));

  private final FakeMeter meter = new FakeMeter();
  private final Kind plugin = new Kind();

  private static final class Kind implements VolumePlugin {
    boolean supportsSelinuxMount = true;

    @Override
    public String escapedName() {
      return "kubernetes.io~disk";
    }

    @Override
    public boolean handles(VolumeSpec volume) {
      return true;
    }

    @Override
    public boolean supportsSelinuxMount(VolumeSpec volume) {
      return supportsSelinuxMount;
    }

    @Override
    public Path setUp(Pod pod, VolumeSpec volume) {
      throw new IllegalStateException("not asked");
    }

    @Override
    public void tearDown(PodUid pod, String name) {
      throw new IllegalStateException("not asked");
    }
  }

  private SelinuxLabels labels(boolean allAccessModes) {
    return new SelinuxLabels(new SelinuxPolicy(true, USUAL), allAccessModes, meter);
  }

  @Test
  void withoutSelinuxNothingHappens() {
    SelinuxLabels off = new SelinuxLabels(SelinuxPolicy.OFF, true, meter);
    VolumeSpec volume = volume(ONE_POD);
    assertThat(off.labelled(FIRST, volume, plugin)).isSameAs(volume);
    assertThat(meter.reported).isEmpty();
  }

  @Test
  void aVolumeOfOnePodIsMountedWithItsLabel() {
    VolumeSpec labelled = labels(false).labelled(FIRST, volume(ONE_POD), plugin);
    assertThat(labelled.label()).contains(USUAL + ":c1,c2");
    assertThat(VolumeMountOptions.of(labelled))
        .containsExactly("context=\"system_u:object_r:container_file_t:s0:c1,c2\"");
    assertThat(meter.reported).containsExactly("volumes_admitted kubernetes.io/disk RWOP");
  }

  @Test
  void aKindThatTakesNoneGetsNone() {
    plugin.supportsSelinuxMount = false;
    assertThat(labels(true).labelled(FIRST, volume(ONE_POD), plugin).label()).isEmpty();
    assertThat(meter.reported).isEmpty();
  }

  @Test
  void podsThatCannotShareAVolumeAreOnlyCountedWhileItHasNoLabel() {
    SelinuxLabels labels = labels(false);
    for (int i = 0; i < 2; i++) {
      assertThat(labels.labelled(FIRST, volume(SHARED), plugin).label()).isEmpty();
      assertThat(labels.labelled(OTHER, volume(SHARED), plugin).label()).isEmpty();
    }
    assertThat(meter.reported)
        .containsExactly(
            "volumes_admitted kubernetes.io/disk RWX",
            "volume_context_mismatch_warnings kubernetes.io/disk RWX");
  }

  @Test
  void withTheFeatureTheSecondPodIsRefusedUntilTheFirstIsGone() {
    SelinuxLabels labels = labels(true);
    labels.labelled(FIRST, volume(SHARED), plugin);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> labels.labelled(OTHER, volume(SHARED), plugin))
          .isInstanceOf(VolumeException.class)
          .hasMessage(
              "pods want volume pv with different SELinux labels: \"%1$s:c1,c2\" and \"%1$s:c3,c4\""
                  .formatted(USUAL));
    }
    assertThat(meter.reported).endsWith("volume_context_mismatch_errors kubernetes.io/disk RWX");
    labels.forget(new PodUid("1"));
    assertThat(labels.labelled(OTHER, volume(SHARED), plugin).label()).contains(USUAL + ":c3,c4");
  }

  @Test
  void aVolumeThatIsMountedSinceBeforeTheStartIsOfThePodThatHasIt() {
    SelinuxLabels labels = labels(false);
    labels.reconstruct(new PodUid("1"), SHARED_NAME, USUAL + ":c2,c1");
    assertThatThrownBy(() -> labels.labelled(OTHER, volume(ONE_POD), plugin))
        .hasMessageContaining("different SELinux labels");
    assertThat(labels.labelled(FIRST, volume(ONE_POD), plugin).label()).contains(USUAL + ":c1,c2");
    assertThat(meter.reported).endsWith("volumes_admitted kubernetes.io/disk RWOP");
    labels.forget(new PodUid("1"));
    assertThat(labels.labelled(OTHER, volume(ONE_POD), plugin).label()).contains(USUAL + ":c3,c4");
  }

  @Test
  void aMountSinceBeforeTheStartTellsNothingWhereVolumesHaveNoLabels() {
    SelinuxLabels labels = labels(false);
    labels.reconstruct(new PodUid("1"), SHARED_NAME, "");
    assertThat(labels.labelled(OTHER, volume(SHARED), plugin).label()).isEmpty();
    assertThat(labels.labelled(FIRST, volume(SHARED), plugin).label()).isEmpty();
    assertThat(meter.reported)
        .containsExactly(
            "volumes_admitted kubernetes.io/disk RWX",
            "volume_context_mismatch_warnings kubernetes.io/disk RWX");
  }

  @Test
  void aPodThatWantsEachFileChangedDoesNotShareAMountWithALabel() {
    SelinuxLabels labels = labels(true);
    assertThat(labels.labelled(RECURSIVE, volume(SHARED), plugin).label()).isEmpty();
    assertThatThrownBy(() -> labels.labelled(FIRST, volume(SHARED), plugin))
        .hasMessageContaining("different SELinux labels");
  }

  @Test
  void containersThatDifferAreRefusedWhereItMatters() {
    Pod torn = pod("4", "", level("s0:c1,c2"));
    LabelledPods.own(torn, level("s0:c3,c4"));
    assertThatThrownBy(() -> labels(false).labelled(torn, volume(ONE_POD), plugin))
        .hasMessage(
            "its containers want different SELinux labels: %1$s:c1,c2 %1$s:c3,c4".formatted(USUAL));
    assertThat(labels(false).labelled(torn, volume(SHARED), plugin).label()).isEmpty();
    assertThat(meter.reported)
        .containsExactly(
            "pod_context_mismatch_errors kubernetes.io/disk RWOP",
            "pod_context_mismatch_warnings kubernetes.io/disk RWX");
  }

  @Test
  void aPolicyThatSaysNothingOfFilesIsTold() {
    SelinuxLabels labels = new SelinuxLabels(new SelinuxPolicy(true, ""), false, meter);
    assertThatThrownBy(() -> labels.labelled(FIRST, volume(ONE_POD), plugin))
        .hasMessageStartingWith("the policy gives files of containers the label");
    assertThat(labels.labelled(FIRST, volume(SHARED), plugin).label()).isEmpty();
    assertThat(meter.reported)
        .containsExactly(
            "container_errors kubernetes.io/disk RWOP",
            "container_warnings kubernetes.io/disk RWX");
  }
}
