package dev.jubelet.volume;

import static dev.jubelet.volume.VolumePods.emptyDir;
import static dev.jubelet.volume.VolumePods.hostPath;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnsupportedVolumesTest {
  private static final Set<String> NOT_A_REFUSED_KIND =
      Set.of(
          "class",
          "name",
          "additionalProperties",
          "emptyDir",
          "hostPath",
          "configMap",
          "secret",
          "downwardAPI",
          "projected",
          "image",
          "nfs",
          "flexVolume",
          "iscsi",
          "fc");

  @Test
  void emptyDirAndHostPathAreSupported() {
    assertThat(UnsupportedVolumes.in(VolumePods.with(emptyDir("a"), hostPath("/x", "")))).isEmpty();
    Volume nothing = new VolumeBuilder().withName("meant-as-empty-dir").build();
    assertThat(UnsupportedVolumes.in(VolumePods.with(nothing))).isEmpty();
  }

  @Test
  void whatIsNotSupportedIsNamedByItsPath() {
    Volume tokens =
        new VolumeBuilder()
            .withName("t")
            .withNewProjected()
            .addNewSource()
            .withNewConfigMap()
            .endConfigMap()
            .endSource()
            .addNewSource()
            .withNewServiceAccountToken()
            .endServiceAccountToken()
            .endSource()
            .addNewSource()
            .withNewClusterTrustBundle()
            .endClusterTrustBundle()
            .endSource()
            .endProjected()
            .build();
    Volume git = new VolumeBuilder().withName("n").withNewGitRepo().endGitRepo().build();
    assertThat(UnsupportedVolumes.in(VolumePods.with(emptyDir("a"), tokens, git)))
        .containsExactly(
            "spec.volumes[1].projected.sources[1].serviceAccountToken",
            "spec.volumes[1].projected.sources[2].clusterTrustBundle",
            "spec.volumes[2].gitRepo");
  }

  @Test
  void claimsAndDriversNeedACluster() {
    Volume claim =
        new VolumeBuilder().withName("c").withNewPersistentVolumeClaim("x", false).build();
    Volume own = new VolumeBuilder().withName("e").withNewEphemeral().endEphemeral().build();
    Volume csi = new VolumeBuilder().withName("d").withNewCsi().endCsi().build();
    assertThat(UnsupportedVolumes.in(VolumePods.with(claim, own, csi)))
        .containsExactly(
            "spec.volumes[0].persistentVolumeClaim",
            "spec.volumes[1].ephemeral",
            "spec.volumes[2].csi");
  }

  @Test
  void noKindOfVolumeIsForgotten() throws ReflectiveOperationException, IntrospectionException {
    for (PropertyDescriptor kind :
        Introspector.getBeanInfo(Volume.class).getPropertyDescriptors()) {
      if (NOT_A_REFUSED_KIND.contains(kind.getName())) {
        continue;
      }
      Volume volume = new VolumeBuilder().withName("v").build();
      Object source = kind.getPropertyType().getDeclaredConstructor().newInstance();
      kind.getWriteMethod().invoke(volume, source);
      assertThat(UnsupportedVolumes.in(VolumePods.with(volume)))
          .isEqualTo(List.of("spec.volumes[0]." + kind.getName()));
    }
  }
}
