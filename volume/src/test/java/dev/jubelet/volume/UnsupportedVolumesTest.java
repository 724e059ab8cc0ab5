package dev.jubelet.volume;

import static dev.jubelet.volume.VolumePods.emptyDir;
import static dev.jubelet.volume.VolumePods.hostPath;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Quantity;
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
      Set.of("class", "name", "additionalProperties", "emptyDir", "hostPath");

  @Test
  void emptyDirOnDiskAndHostPathAreSupported() {
    assertThat(UnsupportedVolumes.in(VolumePods.with(emptyDir("a"), hostPath("/x", "")))).isEmpty();
    Volume nothing = new VolumeBuilder().withName("meant-as-empty-dir").build();
    assertThat(UnsupportedVolumes.in(VolumePods.with(nothing))).isEmpty();
  }

  @Test
  void whatIsNotSupportedIsNamedByItsPath() {
    Volume memory =
        new VolumeBuilder()
            .withName("m")
            .withEmptyDir(new EmptyDirVolumeSource("Memory", new Quantity("1Gi")))
            .build();
    Volume secret = new VolumeBuilder().withName("s").withNewSecret().endSecret().build();
    assertThat(UnsupportedVolumes.in(VolumePods.with(emptyDir("a"), memory, secret)))
        .containsExactly(
            "spec.volumes[1].emptyDir.medium",
            "spec.volumes[1].emptyDir.sizeLimit",
            "spec.volumes[2].secret");
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
