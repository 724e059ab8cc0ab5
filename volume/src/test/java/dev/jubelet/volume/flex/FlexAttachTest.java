package dev.jubelet.volume.flex;

import static dev.jubelet.volume.device.DiskPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.disk.VolumeException;
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

/** A driver whose volumes a controller attaches; the test is the controller. */
final class FlexAttachTest {
  private static final String NAME = "acme/disk/data";
  private static final String SUCCESS = "{\"status\": \"Success\"}";
  private static final PodUid ONE = new PodUid("1");

  @TempDir Path directory;
  private final FakeMounts mounts = new FakeMounts();
  private final Map<String, String> answers = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private final AttachingWorld controller = new AttachingWorld();
  private Path root;
  private VolumePlugin kind;

  @BeforeEach
  void install() throws IOException {
    root = Files.createDirectory(directory.toRealPath().resolve("root"));
    Path home = Files.createDirectories(directory.resolve("exec/acme~disk"));
    Files.createFile(
        home.resolve("disk"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    start();
  }

  /** An agent that has just started. */
  private void start() throws IOException {
    kind =
        new FlexDrivers(
                directory.resolve("exec"),
                root,
                mounts,
                this::answer,
                ObjectValues.NONE,
                controller.start())
            .get()
            .getFirst();
    kind.reconstruct();
  }

  private HostCommands.Result answer(List<String> command) {
    String call = command.get(1);
    calls.add(call.equals("waitforattach") ? call + " " + command.get(2) : call);
    String answer = answers.getOrDefault(call, SUCCESS);
    if (call.equals("mountdevice") && answer.equals(SUCCESS)) {
      mounts.mounted.add(new MountTable.Mount(Path.of(command.get(2)), "ext4", "/dev/x"));
    }
    if (call.equals("unmountdevice")) {
      mounts.mounted.removeIf(mount -> mount.point().toString().equals(command.get(2)));
    }
    return new HostCommands.Result(0, answer);
  }

  private static VolumeSpec volume() {
    return VolumeSpec.inline(
        new VolumeBuilder()
            .withName("data")
            .withNewFlexVolume()
            .withDriver("acme/disk")
            .endFlexVolume()
            .build());
  }

  private void attached() {
    controller.attached(NAME, "/dev/x");
  }

  private void assertWaits(String why) {
    assertThatThrownBy(() -> kind.setUp(pod("1"), volume()))
        .hasMessage(why)
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue());
  }

  @Test
  void aPodWaitsUntilTheControllerHasAttachedItsVolume() throws IOException {
    assertWaits("the Node object does not name it in volumesInUse yet");
    assertThat(controller.inUse()).containsExactly(NAME);
    controller.reported();
    assertThat(controller.woken).containsExactly(ONE);
    assertWaits("it is not attached to the node yet");
    assertThat(calls).containsExactly("init");
    attached();
    assertThat(controller.woken).hasSize(2);
    kind.setUp(pod("1"), volume());
    assertThat(calls).containsExactly("init", "waitforattach /dev/x", "mountdevice", "mount");
  }

  @Test
  void theVolumeIsInUseUntilItsLastPodHasLetGo() throws IOException {
    attached();
    kind.setUp(pod("1"), volume());
    kind.setUp(pod("2"), volume());
    calls.clear();
    kind.tearDown(ONE, "data");
    assertThat(controller.inUse()).containsExactly(NAME);
    kind.tearDown(new PodUid("2"), "data");
    assertThat(calls).containsExactly("unmount", "unmount", "unmountdevice");
    assertThat(controller.inUse()).isEmpty();
    assertThat(root.resolve("plugins/kubernetes.io/flexvolume/acme/disk/mounts"))
        .isEmptyDirectory();
  }

  @Test
  void anotherAgentKeepsTheVolumeInUseAndEndsIt() throws IOException {
    attached();
    kind.setUp(pod("1"), volume());
    start();
    assertThat(controller.inUse()).containsExactly(NAME);
    kind.tearDown(ONE, "data");
    assertThat(controller.inUse()).isEmpty();
    assertThat(mounts.mounted).isEmpty();
  }

  @Test
  void aDeviceThatIsNotGivenUpStaysInUseAndIsTriedAgain() throws IOException {
    attached();
    kind.setUp(pod("1"), volume());
    answers.put("unmountdevice", "{\"status\": \"Failure\", \"message\": \"busy\"}");
    assertThatThrownBy(() -> kind.tearDown(ONE, "data")).hasMessageContaining("busy");
    assertThat(controller.inUse()).containsExactly(NAME);
    // As after a crash in the middle: the pod's directory still tells that something is left.
    start();
    assertThat(root.resolve("pods/1/volumes/acme~disk/data")).exists();
    answers.clear();
    kind.tearDown(ONE, "data");
    assertThat(controller.inUse()).isEmpty();
    assertThat(root.resolve("pods/1/volumes/acme~disk/data")).doesNotExist();
  }

  @Test
  void aDriverThatCannotMountTheDeviceLeavesNothing() {
    attached();
    answers.put("mountdevice", "{\"status\": \"Failure\", \"message\": \"broken\"}");
    assertThatThrownBy(() -> kind.setUp(pod("1"), volume())).hasMessageContaining("broken");
    assertThat(mounts.mounted).isEmpty();
    assertThat(controller.inUse()).as("the pod still wants it").containsExactly(NAME);
    controller.release(ONE);
    assertThat(controller.inUse()).isEmpty();
  }
}
