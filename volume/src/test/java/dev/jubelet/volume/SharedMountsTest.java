package dev.jubelet.volume;

import static dev.jubelet.volume.VolumePods.emptyDir;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedMountsTest {
  @TempDir Path root;
  private final FakeMounts mounts = new FakeMounts();

  private static Pod pod(@Nullable String propagation) {
    return new PodBuilder(VolumePods.with(emptyDir("data")))
        .editSpec()
        .editFirstContainer()
        .editFirstVolumeMount()
        .withMountPropagation(propagation)
        .endVolumeMount()
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void aVolumeWhoseMountsSpreadIsASharedMountOfItsOwn() throws IOException {
    PodVolumes volumes = VolumePods.volumes(root, mounts, ObjectValues.NONE);
    volumes.prepare(pod("Bidirectional"));
    volumes.prepare(pod("HostToContainer"));
    Path data = root.toRealPath().resolve("pods/uid-1/volumes/kubernetes.io~empty-dir/data");
    assertThat(mounts.shared).containsExactly(data);
    assertThat(mounts.mounted).extracting(mount -> mount.point()).containsExactly(data);
    assertThat(volumes.remove(new PodUid("uid-1"))).isEmpty();
    assertThat(mounts.mounted).isEmpty();
  }

  @Test
  void onASharedMountMountsSpreadByThemselves() {
    mounts.mounted.add(new MountTable.Mount(Path.of("/"), "ext4", "none", 1));
    VolumePods.volumes(root, mounts, ObjectValues.NONE).prepare(pod("Bidirectional"));
    assertThat(mounts.mounted).hasSize(1);
    assertThat(mounts.shared).isEmpty();
  }

  @Test
  void othersAreLeftAlone() {
    PodVolumes volumes = VolumePods.volumes(root, mounts, ObjectValues.NONE);
    volumes.prepare(pod("None"));
    volumes.prepare(pod(null));
    assertThat(mounts.mounted).isEmpty();
    assertThat(mounts.shared).isEmpty();
  }
}
