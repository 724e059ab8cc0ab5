package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Device;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@Rule("10.5")
class VolumeDevicesTest {
  private static final Volume CLAIM = claim(null);

  @Test
  void aContainerGetsTheDeviceOfAClaimAtItsPath() {
    assertThat(config(CLAIM, "scratch", "/dev/xvda"))
        .containsExactly(
            Device.newBuilder()
                .setHostPath("/volumes/scratch")
                .setContainerPath("/dev/xvda")
                .setPermissions("mrw")
                .build());
  }

  @Test
  void aClaimForReadingGivesADeviceForReading() {
    assertThat(config(claim(false), "scratch", "/d"))
        .extracting(Device::getPermissions)
        .containsExactly("mrw");
    assertThat(config(claim(true), "scratch", "/d"))
        .extracting(Device::getPermissions)
        .containsExactly("r");
  }

  @Test
  void aClaimThatIsMadeForThePodWillDoAsWell() {
    Volume own = new VolumeBuilder().withName("scratch").withNewEphemeral().endEphemeral().build();
    assertThat(config(own, "scratch", "/d")).hasSize(1);
  }

  @Test
  void aPathMustBeAbsolute() {
    assertRefused(CLAIM, "scratch", "dev/x", "error DevicePath `dev/x` must be an absolute path");
  }

  @Test
  void aVolumeThatIsNotThereOrIsNoClaimCannotBePassedOn() {
    assertRefused(
        CLAIM, "ghost", "/d", "cannot find volume \"ghost\" to pass into container \"app\"");
    Volume directory =
        new VolumeBuilder().withName("scratch").withNewEmptyDir().endEmptyDir().build();
    assertRefused(
        directory,
        "scratch",
        "/d",
        "cannot find volume \"scratch\" to pass into container \"app\"");
  }

  private static void assertRefused(Volume volume, String name, String path, String message) {
    Pod pod = pod(volume);
    assertThat(new ContainerFixture().build(pod, container(name, path)))
        .isInstanceOfSatisfying(
            ContainerOutcome.Refused.class,
            refused -> {
              assertThat(refused.error().reason())
                  .isEqualTo(WaitReason.CREATE_CONTAINER_CONFIG_ERROR);
              assertThat(refused.error().message()).isEqualTo(message);
            });
  }

  private static List<Device> config(Volume volume, String name, String path) {
    return new ContainerFixture().config(pod(volume), container(name, path)).getDevicesList();
  }

  private static Volume claim(@Nullable Boolean readOnly) {
    return new VolumeBuilder()
        .withName("scratch")
        .withNewPersistentVolumeClaim("disk", readOnly)
        .build();
  }

  private static Pod pod(Volume volume) {
    return TestPods.pod().editSpec().withVolumes(volume).endSpec().build();
  }

  private static Container container(String name, String path) {
    return new ContainerBuilder()
        .withName("app")
        .withImage("i")
        .addNewVolumeDevice(path, name)
        .build();
  }
}
