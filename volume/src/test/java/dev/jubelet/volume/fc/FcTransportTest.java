package dev.jubelet.volume.fc;

import static dev.jubelet.volume.device.DiskPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.device.Crashes;
import dev.jubelet.volume.device.FakeCommands;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.KernelTrees;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.san.SanPlugin;
import io.fabric8.kubernetes.api.model.FCVolumeSource;
import io.fabric8.kubernetes.api.model.FCVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** There is no Fibre Channel here: the kernel's trees are made up, and programs are scripted. */
final class FcTransportTest {
  @TempDir Path directory;

  private final FakeCommands commands = new FakeCommands();
  private final FakeMounts mounts = new FakeMounts();
  private Path root;
  private Path sys;
  private Path dev;
  private SanPlugin volumes;

  @BeforeEach
  void make() throws IOException {
    KernelTrees trees = KernelTrees.make(directory, "host0", "host1");
    root = trees.root();
    sys = trees.sys();
    dev = trees.dev();
    volumes = agent(AttachingWorld.alone());
  }

  private SanPlugin agent(AttachableVolumes attach) {
    return FcTransport.plugin(
        root,
        mounts,
        new FormatAndMount(commands, mounts),
        new ScsiDevices(sys, dev, commands),
        attach);
  }

  @Test
  void aDiskOfATargetIsMountedOnceForAllAndGivenUpAfterTheLast() throws IOException {
    Path disk = disk("sdb", "by-path", "pci-0000:05-fc-0x500a0982991b8dc5-lun-2");
    Path first = volumes.setUp(pod("1"), volume(target()));
    Path second = volumes.setUp(pod("2"), volume(target()));
    Path global = root.resolve("plugins/kubernetes.io/fc/500a0982991b8dc5-lun-2");
    assertThat(mounts.mounted)
        .containsExactly(
            new MountTable.Mount(global, "xfs", disk.toString()),
            new MountTable.Mount(first, "bind", disk.toString()),
            new MountTable.Mount(second, "bind", disk.toString()));
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(mounts.mounted).extracting("point").containsExactly(global, second);
    volumes.tearDown(new PodUid("2"), "data");
    assertThat(mounts.mounted).isEmpty();
    assertThat(global).doesNotExist();
    assertThat(commands.ran()).contains("blockdev --flushbufs " + disk);
    assertThat(sys.resolve("block/sdb/device/delete")).hasContent("1");
  }

  @Test
  void adaptersLookAgainWhenTheDiskIsNotThere() throws IOException {
    commands.effect(
        "udevadm settle --timeout=30", () -> disk("sdb", "by-path", "fc-0x500a0982991b8dc5-lun-2"));
    assertThat(volumes.setUp(pod("1"), volume(target()))).isDirectory();
    assertThat(sys.resolve("class/scsi_host/host1/scan")).hasContent("- - -");
  }

  @Test
  void aLinkToADiskThatHasGoneIsNoDisk() throws IOException {
    Path gone = dev.resolve("disk/by-path/fc-0x500a0982991b8dc5-lun-2");
    Files.createSymbolicLink(gone, dev.resolve("sda"));
    assertThatThrownBy(() -> volumes.setUp(pod("1"), volume(target())))
        .hasMessage("no fc disk found");
    assertThat(sys.resolve("class/scsi_host/host1/scan")).hasContent("- - -");
  }

  @Test
  void aDiskThatNobodySeesIsAnError() {
    assertThatThrownBy(() -> volumes.setUp(pod("1"), volume(target())))
        .hasMessage("no fc disk found");
    assertThat(mounts.mounted).isEmpty();
  }

  @Test
  void aMultipathDeviceIsTakenRatherThanOneOfItsPaths() throws IOException {
    disk("sdb", "by-id", "scsi-3600508b400105e21");
    Path mapper = Files.createFile(dev.resolve("dm-4"));
    Files.createDirectories(sys.resolve("block/dm-4/slaves/sdb"));
    FCVolumeSource named = new FCVolumeSourceBuilder().withWwids("3600508b400105e21").build();
    volumes.setUp(pod("1"), volume(named));
    assertThat(mounts.mounted).extracting("source").containsOnly(mapper.toString());
    volumes.tearDown(new PodUid("1"), "data");
    assertThat(commands.ran())
        .contains("multipath -f " + mapper, "blockdev --flushbufs " + dev.resolve("sdb"));
  }

  @Test
  void aVolumeThatNamesNothingIsRefused() {
    assertThatThrownBy(() -> volumes.setUp(pod("1"), volume(new FCVolumeSource())))
        .hasMessageContaining("either targetWWNs and lun, or wwids");
  }

  @Test
  void aDiskThatCannotBeMountedIsGivenUpAgain() throws IOException {
    disk("sdb", "by-path", "fc-0x500a0982991b8dc5-lun-2");
    mounts.unknownOptions.add("defaults");
    assertThatThrownBy(() -> volumes.setUp(pod("1"), volume(target())))
        .hasMessageContaining("mount");
    assertThat(sys.resolve("block/sdb/device/delete")).hasContent("1");
    assertThat(root.resolve("plugins/kubernetes.io/fc/500a0982991b8dc5-lun-2")).doesNotExist();
  }

  @Test
  void aDiskMayBeMountedWithALabel() throws IOException {
    disk("sdb", "by-path", "fc-0x500a0982991b8dc5-lun-2");
    VolumeSpec volume = volume(target());
    assertThat(volumes.supportsSelinuxMount(volume)).isTrue();
    assertThat(volumes.supportsSelinuxRelabel(pod("1"), volume)).isTrue();
    volumes.setUp(pod("1"), volume.mountedWith("u:r:t:s0:c1,c2"));
    assertThat(mounts.options).containsExactly("context=\"u:r:t:s0:c1,c2\",defaults");
  }

  @Test
  void whatAnAgentThatDiedHasFoundIsGivenUp() throws IOException {
    commands.effect(
        "udevadm settle --timeout=30", () -> disk("sdb", "by-path", "fc-0x500a0982991b8dc5-lun-2"));
    SanPlugin dying =
        FcTransport.plugin(
            root,
            mounts,
            new FormatAndMount(new Crashes(commands, 0, false), mounts),
            new ScsiDevices(sys, dev, commands),
            AttachingWorld.alone());
    assertThatThrownBy(() -> dying.setUp(pod("1"), volume(target())))
        .isInstanceOf(Crashes.Died.class);
    Path place = root.resolve("plugins/kubernetes.io/fc/500a0982991b8dc5-lun-2");
    assertThat(place.resolve("fc.json")).exists();
    volumes.removeOrphans();
    assertThat(sys.resolve("block/sdb/device/delete")).hasContent("1");
    assertThat(place).doesNotExist();
  }

  @Test
  void aDiskThatOthersUseIsNotTakenFromThem() throws IOException {
    Path disk = disk("sdb", "by-path", "fc-0x500a0982991b8dc5-lun-2");
    Path place =
        Files.createDirectories(root.resolve("plugins/kubernetes.io/fc/500a0982991b8dc5-lun-2"));
    String record = "{\"VolName\": \"data\", \"TargetWWNs\": [\"500a0982991b8dc5\"], \"Lun\": 2}";
    Files.writeString(place.resolve("fc.json"), record);
    mounts.mounted.add(new MountTable.Mount(Path.of("/srv"), "xfs", disk.toString()));
    volumes.removeOrphans();
    assertThat(sys.resolve("block/sdb/device/delete")).isEmptyFile();
    assertThat(place).doesNotExist();
    mounts.mounted.clear();
    Files.createDirectories(sys.resolve("block/sdb/holders/dm-0"));
    Files.createDirectories(place);
    Files.writeString(place.resolve("fc.json"), record);
    volumes.removeOrphans();
    assertThat(sys.resolve("block/sdb/device/delete")).isEmptyFile();
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of(List.of("500a"), 2, List.of(), "[500a]:2"),
        Arguments.of(List.of("500a", "500b"), 0, List.of(), "[500a 500b]:0"),
        Arguments.of(List.of("500a"), 2, List.of("3600"), "[500a]:2"),
        Arguments.of(List.of("500a"), null, List.of("3600"), "[3600]"),
        Arguments.of(List.of(), null, List.of("3600", "3601 x"), "[3600 3601 x]"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void theNodeObjectNamesADiskByItsTargetsOrItself(
      List<String> targets, @Nullable Integer lun, List<String> disks, String name) {
    FCVolumeSource source =
        new FCVolumeSourceBuilder().withTargetWWNs(targets).withLun(lun).withWwids(disks).build();
    assertThat(volumes.uniqueName(volume(source))).isEqualTo("kubernetes.io/fc/" + name);
  }

  @Test
  void aDiskIsAttachedFirstAndInUseUntilItIsGivenUpAlsoForAnotherAgent() throws IOException {
    AttachingWorld controller = new AttachingWorld();
    String name = "kubernetes.io/fc/[500a0982991b8dc5]:2";
    disk("sdb", "by-path", "fc-0x500a0982991b8dc5-lun-2");
    SanPlugin first = agent(controller.start());
    assertThatThrownBy(() -> first.setUp(pod("1"), volume(target())))
        .hasMessage("the Node object does not name it in volumesInUse yet");
    assertThat(controller.inUse()).containsExactly(name);
    assertThat(commands.ran()).isEmpty();
    controller.attached(name, "");
    first.setUp(pod("1"), volume(target()));
    SanPlugin next = agent(controller.start());
    next.reconstruct();
    assertThat(controller.inUse()).containsExactly(name);
    assertThat(next.uniqueName(new PodUid("1"), "data")).contains(name);
    next.tearDown(new PodUid("1"), "data");
    assertThat(controller.inUse()).isEmpty();
  }

  private static FCVolumeSource target() {
    return new FCVolumeSourceBuilder()
        .withTargetWWNs("500a0982991b8dc5")
        .withLun(2)
        .withFsType("xfs")
        .build();
  }

  private static VolumeSpec volume(FCVolumeSource source) {
    return VolumeSpec.inline(new VolumeBuilder().withName("data").withFc(source).build());
  }

  private Path disk(String name, String by, String link) {
    try {
      Path disk = Files.createFile(dev.resolve(name));
      Files.createSymbolicLink(dev.resolve("disk").resolve(by).resolve(link), disk);
      Path device = Files.createDirectories(sys.resolve("block").resolve(name).resolve("device"));
      Files.createFile(device.resolve("delete"));
      return disk;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
