package dev.jubelet.it.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.LoopDevices;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.local.LocalVolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeNodeAffinityBuilder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local volumes on a real disk, which is a loop device over a file. */
final class LocalDiskIT {
  private static final long DISK_BYTES = 32 << 20;

  @TempDir Path directory;

  private final ProcessCommands commands = new ProcessCommands(Duration.ofMinutes(1));
  private final LinuxMounts mounts = new LinuxMounts();
  private Path root;
  private Path disk;
  private LocalVolumePlugin volumes;

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectory(directory.toRealPath().resolve("root"));
    Path file = directory.resolve("disk.img");
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.setLength(DISK_BYTES);
    }
    disk = Path.of(commands.run("losetup", "-f", "--show", file.toString()).output().strip());
    volumes =
        new LocalVolumePlugin(
            root,
            mounts,
            new FormatAndMount(commands, mounts),
            new LoopDevices(Path.of("/sys"), commands),
            () -> new LocalVolumePlugin.LocalNode("here", Map.of("zone", "a")));
  }

  @AfterEach
  void clear() {
    for (MountTable.Mount mount : mounts.table().at(root).reversed()) {
      loopsOver(mount.point()).forEach(loop -> commands.run("losetup", "-d", loop));
      mounts.unmount(mount.point());
    }
    commands.run("losetup", "-d", disk.toString());
  }

  @Test
  void anEmptyDiskIsFormattedOnceAndSharedByPods() throws IOException {
    Path first = volumes.setUp(pod("1", 4000L), volume("Filesystem", disk, false));
    Files.writeString(first.resolve("word"), "hello");
    assertThat((int) Files.getAttribute(first, "unix:gid")).isEqualTo(4000);
    assertThat((int) Files.getAttribute(first, "unix:mode") & 07777).isEqualTo(02775);

    Path second = volumes.setUp(pod("2", 5000L), volume("Filesystem", disk, false));
    assertThat(second.resolve("word")).hasContent("hello");
    assertThat((int) Files.getAttribute(second, "unix:gid")).isEqualTo(4000);
    assertThat(mounted()).hasSize(3).allMatch(mount -> mount.type().equals("ext4"));

    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(first).doesNotExist();
    assertThat(second.resolve("word")).hasContent("hello");
    volumes.tearDown(new PodUid("2"), "pv");
    assertThat(mounted()).isEmpty();

    Path third = volumes.setUp(pod("3", 5000L), volume("Filesystem", disk, true));
    assertThat(third.resolve("word")).hasContent("hello");
    assertThatThrownBy(() -> Files.writeString(third.resolve("word"), "bye"))
        .hasMessageContaining("Read-only file system");
    volumes.tearDown(new PodUid("3"), "pv");
    assertThat(mounted()).isEmpty();
  }

  @Test
  void aDiskThatHoldsSomethingElseIsRefusedAndKept() throws IOException {
    commands.run("mkswap", disk.toString());
    byte[] before = Files.readAllBytes(directory.resolve("disk.img"));
    assertThatThrownBy(() -> volumes.setUp(pod("1", null), volume("Filesystem", disk, false)))
        .hasMessageContaining("it already contains swap");
    assertThat(Files.readAllBytes(directory.resolve("disk.img"))).isEqualTo(before);
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(mounted()).isEmpty();
  }

  @Test
  void anUnmountedFileSystemWithErrorsIsRepaired() throws IOException {
    commands.run("mkfs.ext4", "-F", disk.toString());
    commands.run("debugfs", "-w", "-R", "set_super_value state 2", disk.toString());
    Path point = volumes.setUp(pod("1", null), volume("Filesystem", disk, false));
    assertThat(Files.writeString(point.resolve("word"), "x")).exists();
    volumes.tearDown(new PodUid("1"), "pv");
  }

  @Test
  void aPodMayHaveTheDiskItself() throws IOException {
    Path link = volumes.setUp(pod("1", 4000L), volume("Block", disk, false));
    assertThat(link)
        .isEqualTo(root.resolve("pods/1/volumeDevices/kubernetes.io~local-volume/pv"))
        .isSymbolicLink();
    assertThat(Files.readSymbolicLink(link)).isEqualTo(disk);
    Path shown = root.resolve("plugins/kubernetes.io~local-volume/volumeDevices/pv/1");
    assertThat(mounted()).extracting(MountTable.Mount::point).containsExactly(shown);
    assertThat(loopsOver(shown)).hasSize(1);
    assertThat(volumes.setUp(pod("1", 4000L), volume("Block", disk, false))).isEqualTo(link);
    assertThat(loopsOver(shown)).hasSize(1);
    assertThat((int) Files.getAttribute(disk, "unix:gid")).isNotEqualTo(4000);

    Path other = volumes.setUp(pod("2", null), volume("Block", disk, false));
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(loopsOver(shown)).isEmpty();
    assertThat(other).isSymbolicLink();
    volumes.tearDown(new PodUid("2"), "pv");
    assertThat(mounted()).isEmpty();
    assertThat(shown.getParent()).doesNotExist();
  }

  @Test
  void whatAnAgentLeftHalfWayIsEndedByTheNext() throws IOException {
    Path link = volumes.setUp(pod("1", null), volume("Block", disk, false));
    Path shown = root.resolve("plugins/kubernetes.io~local-volume/volumeDevices/pv/1");
    commands.run("losetup", "-d", loopsOver(shown).getFirst());
    mounts.unmount(shown);
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(shown.getParent()).doesNotExist();
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(mounted()).isEmpty();
  }

  private List<String> loopsOver(Path shown) {
    return commands
        .run("losetup", "-n", "-O", "NAME", "-j", shown.toString())
        .output()
        .lines()
        .toList();
  }

  @Test
  void aDirectoryIsShownAsItIsAndSurvives() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.writeString(data.resolve("word"), "kept");
    Path point = volumes.setUp(pod("1", null), volume("Filesystem", data, true));
    assertThat(point.resolve("word")).hasContent("kept");
    assertThatThrownBy(() -> Files.createFile(point.resolve("new")))
        .hasMessageContaining("Read-only file system");
    assertThat(Files.createFile(data.resolve("from-outside"))).exists();
    volumes.tearDown(new PodUid("1"), "pv");
    assertThat(data.resolve("word")).hasContent("kept");
    assertThat(mounted()).isEmpty();
  }

  @Test
  void aPathThatIsMissingOrLeadsElsewhereIsRefused() {
    assertThatThrownBy(
            () -> volumes.setUp(pod("1", null), volume("Filesystem", Path.of("/no/such"), false)))
        .hasMessage("path \"/no/such\" does not exist");
    assertThatThrownBy(
            () -> volumes.setUp(pod("1", null), volume("Filesystem", Path.of("/tmp/.."), false)))
        .hasMessageContaining("must not contain '..'");
  }

  @Test
  void aVolumeOfAnotherNodeIsRefused() {
    VolumeSpec elsewhere = volume("Filesystem", directory, false);
    elsewhere
        .bound()
        .orElseThrow()
        .volume()
        .getSpec()
        .setNodeAffinity(
            new VolumeNodeAffinityBuilder()
                .withNewRequired()
                .addNewNodeSelectorTerm()
                .withMatchExpressions(new NodeSelectorRequirement("zone", "In", List.of("b")))
                .endNodeSelectorTerm()
                .endRequired()
                .build());
    assertThatThrownBy(() -> volumes.setUp(pod("1", null), elsewhere))
        .hasMessage("no matching NodeSelectorTerms")
        .isInstanceOfSatisfying(
            VolumeException.class,
            e -> assertThat(e.step()).isEqualTo("MountVolume.NodeAffinity check"));
  }

  private List<MountTable.Mount> mounted() {
    return mounts.table().at(root);
  }

  private static VolumeSpec volume(String mode, Path path, boolean readOnly) {
    return new VolumeSpec(
        new VolumeBuilder()
            .withName("data")
            .withNewPersistentVolumeClaim("claim", readOnly)
            .build(),
        Optional.of(
            new VolumeSpec.Bound(
                new PersistentVolumeBuilder()
                    .withNewMetadata()
                    .withName("pv")
                    .endMetadata()
                    .withNewSpec()
                    .withVolumeMode(mode)
                    .withNewLocal()
                    .withPath(path.toString())
                    .endLocal()
                    .endSpec()
                    .build(),
                new PersistentVolumeClaim())));
  }

  private static Pod pod(String uid, @Nullable Long fsGroup) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("pod-" + uid)
        .withNamespace("default")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withFsGroup(fsGroup)
        .endSecurityContext()
        .endSpec()
        .build();
  }
}
