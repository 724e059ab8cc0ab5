package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryVolumesTest {
  private static final PodUid UID = new PodUid("uid-1");

  @TempDir Path root;
  private final FakeMounts fake = new FakeMounts();

  private PodVolumes volumes(Mounts mounts) {
    return VolumePods.volumes(root, mounts, ObjectValues.NONE);
  }

  private static Volume memory(String name) {
    return new VolumeBuilder()
        .withName(name)
        .withEmptyDir(new EmptyDirVolumeSource("Memory", new Quantity("1Mi")))
        .build();
  }

  private static Pod withFsGroup(Pod pod) {
    return new PodBuilder(pod)
        .editSpec()
        .withNewSecurityContext()
        .withFsGroup(2345L)
        .endSecurityContext()
        .endSpec()
        .build();
  }

  private Path directory() {
    return root.resolve("pods/uid-1/volumes/kubernetes.io~empty-dir/m");
  }

  @Test
  void aVolumeInMemoryIsMountedOnceWithItsSize() {
    PodVolumes volumes = volumes(fake);
    volumes.prepare(VolumePods.with(memory("m")));
    volumes.prepare(VolumePods.with(memory("m")));
    assertThat(fake.options).containsExactly("size=1048576,mode=1777,noswap");
  }

  @Test
  void aKernelThatCannotKeepItOutOfTheSwapIsNotAskedAgain() {
    fake.unknownOptions.add("noswap");
    PodVolumes volumes = volumes(fake);
    volumes.prepare(VolumePods.with(memory("m")));
    assertThat(fake.options).containsExactly("size=1048576,mode=1777");
  }

  @Test
  void hugePagesAreMountedByTheirSize() {
    Pod pod =
        new PodBuilder(
                VolumePods.with(
                    new VolumeBuilder()
                        .withName("m")
                        .withEmptyDir(new EmptyDirVolumeSource("HugePages", null))
                        .build()))
            .editSpec()
            .editFirstContainer()
            .withNewResources()
            .addToRequests("hugepages-2Mi", new Quantity("4Mi"))
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    volumes(fake).prepare(pod);
    assertThat(fake.mounted).extracting(mount -> mount.type()).containsExactly("hugetlbfs");
    assertThat(fake.options).containsExactly("pagesize=2Mi,mode=777");
  }

  @Test
  void anUnknownMediumIsNamed() {
    Volume tape =
        new VolumeBuilder()
            .withName("m")
            .withEmptyDir(new EmptyDirVolumeSource("Tape", null))
            .build();
    assertThat(volumes(fake).prepare(VolumePods.with(tape)))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "MountVolume.SetUp failed for volume \"m\" : unknown storage medium \"Tape\""));
  }

  @Test
  void onARealKernelItHasItsSizeItsGroupAndIsGoneInTheEnd() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    LinuxMounts real = new LinuxMounts();
    PodVolumes volumes = volumes(real);
    try {
      assertThat(volumes.prepare(withFsGroup(VolumePods.with(memory("m")))))
          .isInstanceOf(VolumeOutcome.Ready.class);
      assertThat(Files.getFileStore(directory()).getTotalSpace()).isEqualTo(1024 * 1024);
      assertThat((int) Files.getAttribute(directory(), "unix:mode") & 07777).isEqualTo(03777);
      assertThat((int) Files.getAttribute(directory(), "unix:gid")).isEqualTo(2345);
      Files.writeString(directory().resolve("file"), "x");
      // Another agent finds it as it is.
      volumes(real).prepare(withFsGroup(VolumePods.with(memory("m"))));
      assertThat(directory().resolve("file")).hasContent("x");
    } finally {
      assertThat(volumes.release(UID)).isEmpty();
    }
    assertThat(real.table().at(root.toRealPath())).isEmpty();
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
  }
}
