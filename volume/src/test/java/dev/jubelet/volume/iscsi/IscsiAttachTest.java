package dev.jubelet.volume.iscsi;

import static dev.jubelet.volume.device.DiskPods.claimed;
import static dev.jubelet.volume.device.DiskPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.KernelTrees;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.san.SanPlugin;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpecBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks that a controller attaches, which is played by the test. */
final class IscsiAttachTest {
  private static final String NAME = "kubernetes.io/iscsi/10.0.0.1:" + FakeTarget.IQN + ":4";
  private static final PodUid ONE = new PodUid("1");
  private static final PodUid TWO = new PodUid("2");

  @TempDir Path directory;

  private final FakeMounts mounts = new FakeMounts();
  private final AttachingWorld controller = new AttachingWorld();
  private final List<String> ran = new ArrayList<>();
  private KernelTrees trees;
  private FakeTarget target;
  private SanPlugin volumes;
  private boolean refusesLogout;

  @BeforeEach
  void make() throws IOException {
    trees = KernelTrees.make(directory, "host7");
    target = new FakeTarget(trees);
    start();
  }

  /** An agent that has just started. */
  private void start() throws IOException {
    volumes =
        IscsiTransport.plugin(
            trees.root(),
            mounts,
            new FormatAndMount(this::program, mounts),
            new ScsiDevices(trees.sys(), trees.dev(), this::program),
            ObjectValues.NONE,
            controller.start());
    volumes.reconstruct();
  }

  private HostCommands.Result program(List<String> command) {
    ran.add(String.join(" ", command));
    return refusesLogout && command.contains("--logout")
        ? new HostCommands.Result(8, "timed out")
        : target.program(command);
  }

  private static VolumeSpec persistent(String mode) {
    return claimed(
        new PersistentVolumeSpecBuilder()
            .withVolumeMode(mode)
            .withNewIscsi()
            .withTargetPortal("10.0.0.1")
            .withIqn(FakeTarget.IQN)
            .withLun(FakeTarget.LUN)
            .endIscsi()
            .build());
  }

  private static VolumeSpec inline(String portal) {
    return VolumeSpec.inline(
        new VolumeBuilder()
            .withName("pv")
            .withNewIscsi()
            .withTargetPortal(portal)
            .withIqn(FakeTarget.IQN)
            .withLun(FakeTarget.LUN)
            .endIscsi()
            .build());
  }

  private static VolumeSpec volume(String kind) {
    return kind.equals("inline") ? inline("10.0.0.1") : persistent(kind);
  }

  private void assertWaits(String pod, VolumeSpec volume, String why) {
    assertThatThrownBy(() -> volumes.setUp(pod(pod), volume))
        .hasMessage(why)
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue());
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.1", "10.0.0.1:3260", "[fd00::1]", "san.example:860"})
  void theNodeObjectHasThePortalAsItIsWritten(String portal) {
    assertThat(volumes.uniqueName(inline(portal)))
        .isEqualTo("kubernetes.io/iscsi/" + portal + ":" + FakeTarget.IQN + ":4");
    assertThat(volumes.uniqueName(persistent("Filesystem"))).isEqualTo(NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Filesystem", "Block", "inline"})
  void aPodWaitsUntilItsDiskIsAttached(String kind) throws IOException {
    assertWaits("1", volume(kind), "the Node object does not name it in volumesInUse yet");
    assertThat(controller.inUse()).containsExactly(NAME);
    controller.reported();
    assertThat(controller.woken).containsExactly(ONE);
    assertWaits("1", volume(kind), "it is not attached to the node yet");
    assertThat(ran).isEmpty();
    assertThat(trees.root()).as("nothing is begun").isEmptyDirectory();
    controller.attached(NAME, "");
    assertThat(controller.woken).hasSize(2);
    volumes.setUp(pod("1"), volume(kind));
    assertThat(target.session).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Filesystem", "Block", "inline"})
  void aDiskIsInUseUntilTheLastPodHasLetGoAndTheNodeHasLoggedOut(String kind) throws IOException {
    controller.attached(NAME, "");
    volumes.setUp(pod("1"), volume(kind));
    volumes.setUp(pod("2"), volume(kind));
    volumes.tearDown(ONE, "pv");
    assertThat(controller.inUse()).containsExactly(NAME);
    refusesLogout = true;
    assertThatThrownBy(() -> volumes.tearDown(TWO, "pv")).hasMessageContaining("timed out");
    assertThat(controller.inUse()).containsExactly(NAME);
    refusesLogout = false;
    volumes.tearDown(TWO, "pv");
    assertThat(controller.inUse()).isEmpty();
    assertThat(target.session).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Filesystem", "Block", "inline"})
  void anotherAgentStillUsesItDoesNotWaitForItAndEndsIt(String kind) throws IOException {
    controller.attached(NAME, "");
    volumes.setUp(pod("1"), volume(kind));
    start();
    assertThat(controller.inUse()).containsExactly(NAME);
    assertThat(volumes.uniqueName(ONE, "pv")).contains(NAME);
    volumes.setUp(pod("1"), volume(kind));
    volumes.setUp(pod("2"), volume(kind));
    start();
    volumes.tearDown(ONE, "pv");
    assertThat(controller.inUse()).containsExactly(NAME);
    volumes.tearDown(TWO, "pv");
    assertThat(controller.inUse()).isEmpty();
    assertThat(mounts.mounted).isEmpty();
    assertThat(trees.root().resolve("plugins/kubernetes.io/iscsi/.attached")).isEmptyDirectory();
  }

  @Test
  void aPodThatGivesUpWaitingLetsGo() {
    assertWaits("1", inline("10.0.0.1"), "the Node object does not name it in volumesInUse yet");
    controller.release(ONE);
    assertThat(controller.inUse()).isEmpty();
  }

  @Test
  void whatIsWrittenHalfOrLeadsNowhereIsForgotten() throws IOException {
    Path names =
        Files.createDirectories(trees.root().resolve("plugins/kubernetes.io/iscsi/.attached"));
    Files.writeString(names.resolve("half.json"), "{\"place\": \"iface");
    Files.writeString(names.resolve("none.json"), "{\"place\": \"iface-x/y\", \"name\": \"z\"}");
    Files.createFile(names.resolve(".some.json1.tmp"));
    start();
    assertThat(controller.inUse()).isEmpty();
    assertThat(names).isEmptyDirectory();
  }

  @Test
  void afterABootADiskHasToBeAttachedAgain() throws IOException {
    controller.attached(NAME, "");
    volumes.setUp(pod("1"), persistent("Filesystem"));
    mounts.mounted.clear();
    start();
    assertWaits(
        "1", persistent("Filesystem"), "the Node object does not name it in volumesInUse yet");
  }
}
