package dev.jubelet.volume.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.device.FakeCommands;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.NFSVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NfsPluginTest {
  @TempDir Path directory;

  private final FakeCommands commands = new FakeCommands();
  private final FakeMounts mounts = new FakeMounts();
  private Path point;
  private NfsPlugin volumes;

  @BeforeEach
  void make() throws IOException {
    Path root = directory.toRealPath();
    point = root.resolve("pods/1/volumes/kubernetes.io~nfs/data");
    volumes = new NfsPlugin(root, mounts, commands, Duration.ofMillis(50));
  }

  @Test
  void theProgramOfTheHostMountsIt() throws IOException {
    String command = "mount -t nfs server:/share " + point;
    commands.effect(command, () -> mounts.mount("nfs4", "server:/share", point, ""));
    assertThat(volumes.setUp(pod(), inline("server", false))).isEqualTo(point);
    assertThat(volumes.setUp(pod(), inline("server", false))).isEqualTo(point);
    assertThat(commands.ran()).containsExactly(command);
    assertThat(point).isDirectory();
  }

  @Test
  void anAddressIsBracketedAndReadOnlyIsAnOption() throws IOException {
    volumes.setUp(pod(), inline("fd00::1", true));
    assertThat(commands.ran()).containsExactly("mount -t nfs -o ro [fd00::1]:/share " + point);
  }

  @Test
  void optionsOfThePersistentVolumeAreSortedAndStandOnce() throws IOException {
    VolumeSpec volume =
        new VolumeSpec(
            new VolumeBuilder()
                .withName("mine")
                .withNewPersistentVolumeClaim("claim", true)
                .build(),
            Optional.of(
                new VolumeSpec.Bound(
                    new PersistentVolumeBuilder()
                        .withNewMetadata()
                        .withName("data")
                        .endMetadata()
                        .withNewSpec()
                        .withNfs(new NFSVolumeSource("/share", false, "server"))
                        .withMountOptions("vers=4.1", "ro", "hard")
                        .endSpec()
                        .build(),
                    new PersistentVolumeClaim())));
    volumes.setUp(pod(), volume);
    assertThat(commands.ran())
        .containsExactly("mount -t nfs -o hard,ro,vers=4.1 server:/share " + point);
  }

  @Test
  void aFailureSaysWhatWasTriedAndLeavesNothing() {
    commands.answer("mount -t nfs server:/share " + point, 32, "mount.nfs: timed out\n");
    assertThatThrownBy(() -> volumes.setUp(pod(), inline("server", false)))
        .isInstanceOf(VolumeException.class)
        .hasMessage(
            "mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs"
                + " server:/share "
                + point
                + "\nOutput: mount.nfs: timed out");
    assertThat(point).doesNotExist();
  }

  @Test
  void aNodeWithoutTheProgramIsToldWhichPackageHasIt() {
    commands.answer(
        "mount -t nfs server:/share " + point,
        32,
        "bad option; for several filesystems (e.g. nfs, cifs) you might need a /sbin/mount.<type>"
            + " helper program.");
    assertThatThrownBy(() -> volumes.setUp(pod(), inline("server", false)))
        .hasMessageContaining("install nfs-common (Debian, Ubuntu) or nfs-utils");
  }

  @Test
  void theEndUnmountsAndDeletesTheEmptyDirectory() throws IOException {
    Files.createDirectories(point);
    mounts.mounted.add(new MountTable.Mount(point, "nfs4"));
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(mounts.mounted).isEmpty();
    assertThat(point).doesNotExist();
    volumes.tearDown(new PodUid("1"), "data");
  }

  @Test
  void aServerThatIsGoneIsUnmountedByForce() throws IOException {
    Files.createDirectories(point);
    mounts.mounted.add(new MountTable.Mount(point, "nfs4"));
    mounts.hung.add(point);
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(mounts.mounted).isEmpty();
    assertThat(mounts.forced).containsExactly(point);
  }

  /** A reading of the volume's size that waits for the server holds the mount. */
  @Test
  void aMountThatIsBusyWithAServerThatIsGoneIsUnmountedByForce() throws IOException {
    Files.createDirectories(point);
    mounts.mounted.add(new MountTable.Mount(point, "nfs4"));
    mounts.busy.add(point);
    mounts.silent.add(point);
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(mounts.mounted).isEmpty();
    assertThat(point).doesNotExist();
  }

  @Test
  void aMountThatIsBusyWhileItsServerAnswersIsLeftToALaterTry() throws IOException {
    Files.createDirectories(point);
    mounts.mounted.add(new MountTable.Mount(point, "nfs4"));
    mounts.busy.add(point);
    assertThatThrownBy(() -> volumes.tearDown(new PodUid("1"), "data"))
        .isInstanceOfSatisfying(
            LinuxException.class, e -> assertThat(e.kind()).isEqualTo(LinuxException.Kind.BUSY));
    assertThat(mounts.forced).isEmpty();
  }

  private static VolumeSpec inline(String server, boolean readOnly) {
    return VolumeSpec.inline(
        new VolumeBuilder().withName("data").withNewNfs("/share", readOnly, server).build());
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withUid("1")
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }
}
