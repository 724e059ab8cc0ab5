package dev.jubelet.volume.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.HostCommands.Result;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FormatAndMountTest {
  private static final Path DISK = Path.of("/dev/sdx");
  private static final Path POINT = Path.of("/mnt");
  private static final String BLKID = "blkid -p -s TYPE -s PTTYPE -o export /dev/sdx";

  private final FakeCommands commands = new FakeCommands();
  private final FakeMounts mounts = new FakeMounts();
  private final FormatAndMount disks = new FormatAndMount(commands, mounts);

  @ParameterizedTest
  @CsvSource({
    "'', mkfs.ext4 -F -m0 /dev/sdx, ext4",
    "ext3, mkfs.ext3 -F -m0 /dev/sdx, ext3",
    "xfs, mkfs.xfs -f /dev/sdx, xfs",
    "btrfs, mkfs.btrfs /dev/sdx, btrfs",
  })
  void anEmptyDiskGetsTheFileSystemThatIsWanted(String type, String made, String mounted) {
    commands.answer(BLKID, 2, "");
    commands.answer(made, 0, "");
    disks.mount(request(type, false));
    assertThat(commands.ran()).containsExactly(BLKID, made);
    assertThat(mounts.mounted).extracting("type").containsExactly(mounted);
    assertThat(mounts.options).containsExactly("noatime,defaults");
  }

  @Test
  void anEmptyDiskThatMayOnlyBeReadIsNotFormatted() {
    commands.answer(BLKID, 2, "");
    assertThatThrownBy(() -> disks.mount(request("ext4", true)))
        .isInstanceOf(VolumeException.class)
        .hasMessageContaining("cannot mount unformatted disk /dev/sdx");
    assertThat(commands.ran()).containsExactly(BLKID);
  }

  @Test
  void aDiskThatHoldsSomethingIsCheckedAndNeverFormatted() {
    commands.answer(BLKID, 0, "DEVNAME=/dev/sdx\nTYPE=ext4\n");
    commands.answer("fsck -a /dev/sdx", 1, "corrected");
    disks.mount(request("ext4", false));
    assertThat(commands.ran()).containsExactly(BLKID, "fsck -a /dev/sdx");
    assertThat(mounts.mounted).hasSize(1);
  }

  @Test
  void aDiskThatIsOnlyReadIsNotRepaired() {
    commands.answer(BLKID, 0, "TYPE=ext4\n");
    disks.mount(request("ext4", true));
    assertThat(commands.ran()).containsExactly(BLKID);
    assertThat(mounts.options).containsExactly("noatime,defaults,ro");
  }

  @Test
  void errorsThatCannotBeCorrectedKeepTheDiskOut() {
    commands.answer(BLKID, 0, "TYPE=ext4\n");
    commands.answer("fsck -a /dev/sdx", 4, "inode 2 is gone");
    assertThatThrownBy(() -> disks.mount(request("ext4", false)))
        .hasMessage(
            "'fsck' found errors on device /dev/sdx but could not correct them: inode 2 is gone");
    assertThat(mounts.mounted).isEmpty();
  }

  @Test
  void otherFailuresOfTheCheckAreNotTheEnd() {
    commands.answer(BLKID, 0, "TYPE=ext4\n");
    commands.answer("fsck -a /dev/sdx", 8, "operational error");
    disks.mount(request("ext4", false));
    assertThat(mounts.mounted).hasSize(1);
  }

  @Test
  void aMachineWithoutTheCheckMountsAllTheSame() {
    commands.answer(BLKID, 0, "TYPE=ext4\n");
    commands.missing("fsck -a /dev/sdx");
    disks.mount(request("ext4", false));
    assertThat(mounts.mounted).hasSize(1);
  }

  @Test
  void anotherFileSystemThanWantedIsNamed() {
    commands.answer(BLKID, 0, "TYPE=xfs\n");
    commands.answer("fsck -a /dev/sdx", 0, "");
    mounts.unknownOptions.add("noatime");
    assertThatThrownBy(() -> disks.mount(request("ext4", false)))
        .isInstanceOf(VolumeException.class)
        .hasMessageStartingWith(
            "failed to mount the volume as \"ext4\", it already contains xfs. Mount error: ");
  }

  @Test
  void partitionsAreNotOverwritten() {
    commands.answer(BLKID, 0, "PTTYPE=gpt\n");
    commands.answer("fsck -a /dev/sdx", 0, "");
    mounts.unknownOptions.add("noatime");
    assertThatThrownBy(() -> disks.mount(request("ext4", false)))
        .hasMessageContaining("it already contains unknown data, probably partitions");
  }

  @Test
  void aFailureOfTheKernelIsToldAsItIs() {
    commands.answer(BLKID, 0, "TYPE=ext4\n");
    commands.answer("fsck -a /dev/sdx", 0, "");
    mounts.unknownOptions.add("noatime");
    assertThatThrownBy(() -> disks.mount(request("ext4", false)))
        .isInstanceOf(LinuxException.class);
  }

  @Test
  void aDiskThatCannotBeReadIsNotFormatted() {
    commands.answer(BLKID, 4, "read error");
    assertThatThrownBy(() -> disks.mount(request("ext4", false)))
        .hasMessageContaining("could not determine if disk \"/dev/sdx\" is formatted");
    assertThat(commands.ran()).containsExactly(BLKID);
  }

  @Test
  void aFailedFormatTellsWhatTheProgramSaid() {
    commands.answer(BLKID, 2, "");
    commands.answers("mkfs.ext4 -F -m0 /dev/sdx", new Result(1, "device is too small\n"));
    assertThatThrownBy(() -> disks.mount(request("ext4", false)))
        .hasMessageContaining("format of disk \"/dev/sdx\" failed")
        .hasMessageContaining("device is too small");
    assertThat(mounts.mounted).isEmpty();
  }

  private static FormatAndMount.MountRequest request(String type, boolean readOnly) {
    return new FormatAndMount.MountRequest(DISK, POINT, type, List.of("noatime"), readOnly);
  }
}
