package dev.jubelet.volume.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices are plain files here, as nothing is really mounted. */
final class BlockVolumeMapperTest {
  private static final PodUid A = new PodUid("a");
  private static final PodUid B = new PodUid("b");

  @TempDir Path directory;
  private final FakeMounts mounts = new FakeMounts();
  private final FakeCommands commands = new FakeCommands();
  private final List<String> ended = new ArrayList<>();
  private Path device;
  private Path global;
  private BlockVolumeMapper map;

  @BeforeEach
  void make() throws IOException {
    Path real = directory.toRealPath();
    device = Files.createFile(real.resolve("sda"));
    global = real.resolve("global/pv");
    map =
        new BlockVolumeMapper(
            new PodDirectories(real),
            "kind",
            mounts,
            new LoopDevices(real.resolve("sys"), commands));
  }

  private void unmap(PodUid pod) throws IOException {
    map.unmap(pod, "pv", global, () -> ended.add("the last was " + pod));
  }

  @Test
  void aDeviceIsShownHeldAndLinked() throws IOException {
    Path byName = Files.createSymbolicLink(device.resolveSibling("by-name"), device);
    Path link = map.map(A, "pv", byName, global);
    assertThat(link).isEqualTo(map.link(A, "pv"));
    assertThat(Files.readSymbolicLink(link)).isEqualTo(device);
    assertThat(mounts.mounted).extracting("point").containsExactly(global.resolve("a"));
    assertThat(commands.ran()).containsExactly("losetup -f " + global.resolve("a"));
    map.map(A, "pv", byName, global);
    assertThat(mounts.mounted).hasSize(1);
  }

  @Test
  void onlyTheLastPodEndsADeviceAndRecordsAreNoPods() throws IOException {
    map.map(A, "pv", device, global);
    map.map(B, "pv", device, global);
    Path record = Files.createFile(global.resolve("disk.json"));
    unmap(A);
    assertThat(ended).isEmpty();
    assertThat(mounts.mounted).extracting("point").containsExactly(global.resolve("b"));
    Files.delete(record);
    unmap(B);
    assertThat(ended).containsExactly("the last was b");
    assertThat(global).doesNotExist();
    assertThat(Files.exists(map.link(B, "pv"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void theLinkTellsOfAPodUntilAllIsEnded() throws IOException {
    commands.answer("losetup -f " + global.resolve("a"), 1, "no");
    assertThatThrownBy(() -> map.map(A, "pv", device, global)).isInstanceOf(VolumeException.class);
    assertThat(map.link(A, "pv")).isSymbolicLink();
    assertThatThrownBy(
            () ->
                map.unmap(
                    A,
                    "pv",
                    global,
                    () -> {
                      throw new IOException("the wire is cut");
                    }))
        .hasMessage("the wire is cut");
    assertThat(map.link(A, "pv")).isSymbolicLink();
    assertThat(global.resolve("a")).exists();
    assertThat(mounts.mounted).isEmpty();
    unmap(A);
    assertThat(ended).hasSize(1);
    assertThat(global).doesNotExist();
    unmap(A);
  }

  @Test
  void aLinkFollowsADeviceThatHasANewName() throws IOException {
    map.map(A, "pv", device, global);
    Path other = Files.createFile(device.resolveSibling("sdb"));
    assertThat(Files.readSymbolicLink(map.map(A, "pv", other, global))).isEqualTo(other);
  }
}
