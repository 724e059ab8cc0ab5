package dev.jubelet.volume.flex;

import static dev.jubelet.volume.device.DiskPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that attaches is played by a table of answers. */
final class FlexDevicesTest {
  private static final String SUCCESS = "{\"status\": \"Success\"}";
  private static final String UNSUPPORTED = "{\"status\": \"Not supported\"}";
  private static final String OPTIONS =
      "{\"kubernetes.io/fsType\":\"ext4\",\"kubernetes.io/pvOrVolumeName\":\"data\","
          + "\"kubernetes.io/readwrite\":\"rw\",\"size\":\"big\"}";

  @TempDir Path directory;
  private final FakeMounts mounts = new FakeMounts();
  private final Map<String, String> answers = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private Path root;
  private Path global;
  private VolumePlugin kind;

  @BeforeEach
  void install() throws IOException {
    root = Files.createDirectory(directory.toRealPath().resolve("root"));
    global = root.resolve("plugins/kubernetes.io/flexvolume/acme/disk/mounts/data");
    Path home = Files.createDirectories(directory.resolve("exec/acme~disk"));
    Files.createFile(
        home.resolve("disk"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    answers.put("attach", "{\"status\": \"Success\", \"device\": \"/dev/x\"}");
    answers.put("waitforattach", "{\"status\": \"Success\", \"device\": \"/dev/y\"}");
    kind =
        new FlexDrivers(
                directory.resolve("exec"),
                root,
                mounts,
                this::answer,
                ObjectValues.NONE,
                AttachingWorld.alone())
            .get()
            .getFirst();
  }

  private HostCommands.Result answer(List<String> command) {
    String call = command.get(1);
    if (command.getFirst().endsWith("/disk")) {
      calls.add(String.join(" ", command.subList(1, command.size())));
      if (call.equals("mountdevice")) {
        mountIfDone(call, Path.of(command.get(2)));
      }
      return new HostCommands.Result(0, answers.getOrDefault(call, SUCCESS));
    }
    return new HostCommands.Result(0, "");
  }

  private void mountIfDone(String call, Path point) {
    if (answers.getOrDefault(call, SUCCESS).equals(SUCCESS)) {
      mounts.mounted.add(new MountTable.Mount(point, "ext4", "/dev/y"));
    }
  }

  private static VolumeSpec volume() {
    return VolumeSpec.inline(
        new VolumeBuilder()
            .withName("data")
            .withNewFlexVolume()
            .withDriver("acme/disk")
            .withFsType("ext4")
            .addToOptions("size", "big")
            .endFlexVolume()
            .build());
  }

  private List<String> words() {
    return calls.stream().map(call -> call.split(" ", 2)[0]).toList();
  }

  @Test
  void aDeviceIsAttachedAndMountedOnceAndGoesWithTheLastPod() throws IOException {
    kind.setUp(pod("1"), volume());
    kind.setUp(pod("2"), volume());
    assertThat(words())
        .containsExactly("init", "attach", "waitforattach", "mountdevice", "mount", "mount");
    assertThat(calls)
        .contains(
            "attach " + OPTIONS + " node-1",
            "waitforattach /dev/x " + OPTIONS,
            "mountdevice " + global + " /dev/y " + OPTIONS);
    calls.clear();
    kind.tearDown(new PodUid("1"), "data");
    assertThat(words()).containsExactly("unmount");
    answers.put("unmountdevice", UNSUPPORTED);
    kind.tearDown(new PodUid("2"), "data");
    assertThat(words()).containsExactly("unmount", "unmount", "unmountdevice", "detach");
    assertThat(calls).endsWith("detach data node-1");
    assertThat(mounts.mounted).isEmpty();
    assertThat(global).doesNotExist();
  }

  @Test
  void whatTheDriverDoesNotDoIsDoneForIt() throws IOException {
    answers.put("waitforattach", UNSUPPORTED);
    answers.put("mountdevice", UNSUPPORTED);
    answers.put("mount", UNSUPPORTED);
    Path point = kind.setUp(pod("1"), volume());
    assertThat(mounts.mounted)
        .extracting(MountTable.Mount::point, MountTable.Mount::source)
        .containsExactly(tuple(global, "/dev/x"), tuple(point, "/dev/x"));
  }

  @Test
  void aDeviceThatCannotBeMountedIsGivenUpAgain() {
    answers.put("mountdevice", "{\"status\": \"Failure\", \"message\": \"broken\"}");
    assertThatThrownBy(() -> kind.setUp(pod("1"), volume()))
        .hasMessage("mountdevice command failed, status: Failure, reason: broken");
    assertThat(words()).endsWith("mountdevice", "detach");
    assertThat(root.resolve("pods/1/volumes/acme~disk/data")).doesNotExist();
    assertThat(global).doesNotExist();
  }

  @Test
  void aDeviceThatThePodDoesNotGetIsDetachedUnlessAnotherHasIt() throws IOException {
    answers.put("mount", "{\"status\": \"Failure\", \"message\": \"no\"}");
    assertThatThrownBy(() -> kind.setUp(pod("1"), volume())).hasMessageContaining("reason: no");
    assertThat(words()).endsWith("mount", "unmountdevice", "detach");
    answers.remove("mount");
    mounts.mounted.clear();
    kind.setUp(pod("1"), volume());
    answers.put("mount", "{\"status\": \"Failure\", \"message\": \"no\"}");
    assertThatThrownBy(() -> kind.setUp(pod("2"), volume())).hasMessageContaining("reason: no");
    assertThat(words()).endsWith("mount");
  }
}
