package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that die before and after each single mount and unmount of a pod, on a real kernel. */
class RestartedVolumesTest {
  private static final PodUid UID = new PodUid("uid-1");

  private static final Volume CONFIG =
      new VolumeBuilder()
          .withName("config")
          .withNewConfigMap()
          .withName("settings")
          .withDefaultMode(0644)
          .endConfigMap()
          .build();
  private static final Volume SECRET =
      new VolumeBuilder()
          .withName("keys")
          .withNewSecret()
          .withSecretName("keys")
          .withDefaultMode(0400)
          .endSecret()
          .build();
  private static final Volume MEMORY =
      new VolumeBuilder()
          .withName("memory")
          .withEmptyDir(new EmptyDirVolumeSource("Memory", new Quantity("1Mi")))
          .build();
  private static final Pod POD =
      new PodBuilder(VolumePods.with(VolumePods.emptyDir("disk"), MEMORY, CONFIG, SECRET))
          .editSpec()
          .editFirstContainer()
          .editFirstVolumeMount()
          .withMountPropagation("Bidirectional")
          .endVolumeMount()
          .endContainer()
          .endSpec()
          .build();
  private static final Map<String, String> PARTS =
      Map.of("disk", "part", "memory", "part", "config", "mode", "keys", "password");

  @TempDir Path directory;
  private final LinuxMounts mounts = new LinuxMounts();
  private final FakeObjects objects = new FakeObjects();
  private Path root;

  @BeforeEach
  void open() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    root = directory.toRealPath();
    objects.configMaps.put("settings", FakeObjects.found(Map.of("mode", "fast")));
    objects.secrets.put("keys", FakeObjects.found(Map.of("password", "s3cret")));
  }

  @AfterEach
  void unmount() {
    for (MountTable.Mount mount : mounts.table().at(root).reversed()) {
      mounts.unmount(mount.point());
    }
  }

  private PodVolumes agent(Mounts its) {
    PodVolumes volumes = VolumePods.volumes(root, its, objects);
    volumes.reconstruct();
    return volumes;
  }

  private void start(PodVolumes volumes) {
    assertThat(volumes.prepare(POD)).isInstanceOf(VolumeOutcome.Ready.class);
    Map<String, Path> paths = ((VolumeOutcome.Ready) volumes.prepare(POD)).hostPaths();
    PARTS.forEach(
        (volume, part) -> bind(volumes, volume, Objects.requireNonNull(paths.get(volume)), part));
  }

  private void bind(PodVolumes volumes, String volume, Path path, String part) {
    assertThat(volumes.bind(new SubPathMount(volume, path, part, target(volume)))).isEmpty();
  }

  private Path target(String volume) {
    return root.resolve("pods/uid-1/volume-subpaths/" + volume + "/web/0");
  }

  /** Returns whether the agent lived on. */
  private static boolean survives(Runnable work) {
    try {
      work.run();
      return true;
    } catch (DyingMounts.Died e) {
      return false;
    }
  }

  private void assertWhole() throws IOException {
    assertThat(target("config")).hasContent("fast");
    assertThat(target("keys")).hasContent("s3cret");
    Files.writeString(target("disk").resolve("file"), "d");
    Files.writeString(target("memory").resolve("file"), "m");
    Path volumes = root.resolve("pods/uid-1/volumes");
    assertThat(volumes.resolve("kubernetes.io~empty-dir/disk/part/file")).hasContent("d");
    assertThat(volumes.resolve("kubernetes.io~empty-dir/memory/part/file")).hasContent("m");
    // The disk, which is a mount of its own where the machine's root is not shared, and the tmpfs.
    assertThat(mounts.table().at(volumes))
        .filteredOn(mount -> mount.type().equals("tmpfs") && mount.source().equals("tmpfs"))
        .extracting(mount -> mount.point().getFileName().toString())
        .filteredOn(name -> !name.equals("disk"))
        .containsExactlyInAnyOrder("memory", "keys");
    for (String volume : PARTS.keySet()) {
      assertThat(mounts.table().at(target(volume))).hasSize(1);
    }
  }

  private void assertNothingLeft() {
    assertThat(mounts.table().at(root)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
  }

  @Test
  void aPodComesUpWholeWheneverAnAgentDiedOnTheWay() throws IOException {
    boolean lived = false;
    int moment = 0;
    for (; !lived; moment++) {
      PodVolumes first = agent(new DyingMounts(mounts, moment));
      lived = survives(() -> start(first));
      PodVolumes second = agent(mounts);
      start(second);
      assertWhole();
      assertThat(second.remove(UID)).isEmpty();
      assertNothingLeft();
    }
    assertThat(moment).isGreaterThan(12);
  }

  @Test
  void nothingIsLeftWheneverAnAgentDiedOnTheWay() {
    boolean lived = false;
    int moment = 0;
    for (; !lived; moment++) {
      start(agent(mounts));
      PodVolumes first = agent(new DyingMounts(mounts, moment));
      lived = survives(() -> assertThat(first.release(UID)).isEmpty());
      PodVolumes second = agent(mounts);
      assertThat(second.release(UID)).isEmpty();
      assertThat(second.remove(UID)).isEmpty();
      assertNothingLeft();
    }
    assertThat(moment).isGreaterThan(12);
  }

  @Test
  void aPodThatIsNotWantedAnyMoreGoesHoweverFarItCame() {
    boolean lived = false;
    for (int moment = 0; !lived; moment++) {
      PodVolumes first = agent(new DyingMounts(mounts, moment));
      lived = survives(() -> start(first));
      PodVolumes second = agent(mounts);
      assertThat(second.list()).isEqualTo(Set.of(UID));
      assertThat(second.release(UID)).isEqualTo(List.of());
      assertThat(second.remove(UID)).isEmpty();
      assertNothingLeft();
    }
  }
}
