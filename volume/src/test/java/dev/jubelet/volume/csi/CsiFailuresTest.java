package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static dev.jubelet.volume.csi.CsiWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.driver.CsiVersion;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drivers that fail, agents that die, and what is left of volumes then: nothing. */
class CsiFailuresTest extends CsiSuite {
  private static final PodUid A = new PodUid("a");
  private static final String PLUGIN = "kubernetes.io/csi:" + CsiWorld.DRIVER;

  /** One step of the life of a volume. */
  private interface Step {
    void of(CsiPlugin agent) throws IOException;
  }

  @ParameterizedTest
  @CsvSource({
    "NodeGetCapabilities,   refused, INTERNAL",
    "NodeGetCapabilities,   refused, UNAVAILABLE",
    "NodeStageVolume,       refused, INTERNAL",
    "NodeStageVolume,       refused, UNAVAILABLE",
    "NodeStageVolume,       done,    DEADLINE_EXCEEDED",
    "NodePublishVolume,     refused, INVALID_ARGUMENT",
    "NodePublishVolume,     refused, RESOURCE_EXHAUSTED",
    "NodePublishVolume,     done,    ABORTED",
    "NodeUnpublishVolume,   refused, INTERNAL",
    "NodeUnpublishVolume,   done,    UNAVAILABLE",
    "NodeUnstageVolume,     refused, FAILED_PRECONDITION",
    "NodeUnstageVolume,     done,    CANCELLED"
  })
  void aCallThatFailsOnceIsMadeAgainAlsoByAnotherAgent(String call, String how, Status.Code code)
      throws Exception {
    FakeMounts mounts = new FakeMounts();
    world.mounts = mounts;
    for (String mode : List.of("Filesystem", "Block")) {
      VolumeSpec volume = spec(persistent().editSpec().withVolumeMode(mode).endSpec().build());
      for (boolean restarts : new boolean[] {false, true}) {
        fail(call, how, code);
        CsiPlugin agent = repeated(another(), restarts, a -> a.setUp(pod("a"), volume));
        assertThat(world.driver.published()).hasSize(1);
        assertThat(agent.setUp(pod("a"), volume)).exists();
        repeated(restarts ? another() : agent, restarts, a -> a.tearDown(A, "pv-1"));
        assertNothingLeft();
        assertThat(mounts.mounted).isEmpty();
      }
    }
  }

  private void fail(String call, String how, Status.Code code) {
    if (how.equals("done")) {
      world.driver.failures.doAndFail(call, code.toStatus());
    } else {
      world.driver.failures.refuse(call, code.toStatus());
    }
  }

  /** Does a step until it succeeds; returns the agent that did it at last. */
  private CsiPlugin repeated(CsiPlugin first, boolean restarts, Step step) throws IOException {
    CsiPlugin agent = first;
    while (true) {
      try {
        step.of(agent);
        return agent;
      } catch (VolumeException e) {
        assertThat(e).hasMessageStartingWith("rpc error: code = ");
        agent = restarts ? another() : agent;
      }
    }
  }

  private CsiPlugin another() throws IOException {
    CsiPlugin agent = world.agent();
    agent.reconstruct();
    agent.registered(CsiWorld.DRIVER);
    return agent;
  }

  private void assertNothingLeft() throws InterruptedException {
    world.awaitUnstaged();
    world.await(() -> world.inUse.names().isEmpty());
    assertThat(world.driver.published()).isEmpty();
    assertThat(world.driver.staged()).isEmpty();
    assertThat(world.ofPod("a", "pv-1")).doesNotExist();
    assertThat(Files.exists(link(), LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(world.root.resolve("plugins/kubernetes.io/csi/volumeDevices/pv-1")).doesNotExist();
  }

  private Path link() {
    return world.root.resolve("pods/a/volumeDevices/kubernetes.io~csi/pv-1");
  }

  @Test
  void whatMayHaveBeenStagedIsUnstagedThoughItWasNeverPublished() throws Exception {
    world.driver.failures.doAndFail("NodeStageVolume", Status.DEADLINE_EXCEEDED);
    world.driver.failures.refuse("NodeStageVolume", Status.INTERNAL);
    for (int tries = 0; tries < 2; tries++) {
      assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
          .isInstanceOf(VolumeException.class);
    }
    kind.tearDown(A, "pv-1");
    assertNothingLeft();
    assertThat(world.driver.calls()).contains("NodeUnstageVolume vol-1");
  }

  @Test
  void agentsThatDiedWhileTheyWroteLeaveNothing() throws Exception {
    kind.setUp(pod("a"), spec(persistent().build()));
    Files.createFile(world.ofPod("a", "pv-1").resolve(".vol_data.json123.tmp"));
    Files.createFile(world.staged().resolve(".vol_data.json456.tmp"));
    kind.tearDown(A, "pv-1");
    assertNothingLeft();
  }

  @Test
  void anAgentThatDiedBeforeItHadWrittenLeavesNothingEither() throws IOException {
    Path begun = Files.createDirectories(world.ofPod("a", "pv-1"));
    Files.createFile(begun.resolve(".vol_data.json123.tmp"));
    kind.tearDown(A, "pv-1");
    assertThat(begun).doesNotExist();
    assertThat(world.driver.calls()).isEmpty();
  }

  @Test
  void whatTheDriverSaidIsToldThoughItLeftThingsBehind() throws Exception {
    Files.createDirectories(world.staged().resolve("globalmount/left"));
    world.driver.failures.refuse("NodeStageVolume", Status.INTERNAL.withDescription("broken"));
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .hasMessage("rpc error: code = Internal desc = broken");
    Files.delete(world.staged().resolve("globalmount/left"));
    world.gone(kind, A);
    assertNothingLeft();
  }

  @Test
  void whatIsStillSeenElsewhereIsNotUnstagedWhateverTheRecordsSay() throws Exception {
    FakeMounts mounts = new FakeMounts();
    world.mounts = mounts;
    CsiPlugin agent = world.agent();
    agent.setUp(pod("a"), spec(persistent().build()));
    Path copy = world.root.toRealPath().resolve("pods/lost/volumes/kubernetes.io~csi/pv-1/mount");
    Path staged = world.staged().resolve("globalmount");
    mounts.mounted.add(mount(staged));
    mounts.mounted.add(mount(Path.of("/elsewhere").resolve(world.root.relativize(staged))));
    mounts.mounted.add(mount(copy));
    agent.tearDown(A, "pv-1");
    world.await(() -> world.meter.reported.contains("unmount_device " + PLUGIN + " failed"));
    assertThat(world.driver.staged()).hasSize(1);
    assertThat(world.inUse.names()).hasSize(1);
    mounts.mounted.removeIf(mount -> mount.point().equals(copy));
    agent.registered(CsiWorld.DRIVER);
    assertNothingLeft();
  }

  private static MountTable.Mount mount(Path point) throws IOException {
    return mount(point, "/dev/sda");
  }

  private static MountTable.Mount mount(Path point, String source) throws IOException {
    Path real = Files.exists(point) ? point.toRealPath() : point;
    return new MountTable.Mount(real, "ext4", source, 0, false, "", "8:0 /");
  }

  @Test
  void aDiskThatSomebodyElseHasMountedIsNotUnstaged() throws Exception {
    FakeMounts mounts = new FakeMounts();
    world.mounts = mounts;
    CsiPlugin agent = world.agent();
    agent.setUp(pod("a"), spec(persistent().build()));
    mounts.mounted.add(mount(world.staged().resolve("globalmount")));
    mounts.mounted.add(mount(Path.of("/mnt/rescue")));
    agent.tearDown(A, "pv-1");
    world.await(() -> world.meter.reported.contains("unmount_device " + PLUGIN + " failed"));
    assertThat(world.driver.staged()).hasSize(1);
    mounts.mounted.removeLast();
    agent.registered(CsiWorld.DRIVER);
    assertNothingLeft();
  }

  @Test
  void volumesThatShowTheSameShareDoNotKeepOneAnotherStaged() throws Exception {
    FakeMounts mounts = new FakeMounts();
    world.mounts = mounts;
    CsiPlugin agent = world.agent();
    agent.setUp(pod("a"), spec(persistent().build()));
    VolumeSpec other =
        spec(
            persistent()
                .editMetadata()
                .withName("pv-2")
                .endMetadata()
                .editSpec()
                .editCsi()
                .withVolumeHandle("vol-2")
                .endCsi()
                .endSpec()
                .build());
    Path ofOther = agent.setUp(pod("b"), other);
    mounts.mounted.add(mount(world.staged().resolve("globalmount"), "//server/share"));
    mounts.mounted.add(mount(world.staged("vol-2").resolve("globalmount"), "//server/share"));
    mounts.mounted.add(mount(ofOther, "//server/share"));
    mounts.mounted.add(mount(Path.of("/mnt/share"), "//server/share"));
    agent.tearDown(A, "pv-1");
    world.awaitUnstaged();
    assertThat(world.driver.staged()).containsValue("vol-2");
  }

  @Test
  void aDriverThatComesBackUnderAnotherSocketEndsWhatItBegan() throws Exception {
    kind.setUp(pod("a"), spec(persistent().build()));
    world.drivers.remove(CsiWorld.DRIVER, world.driver.endpoint());
    assertThatThrownBy(() -> kind.tearDown(A, "pv-1"))
        .hasMessage(
            "driver name %s not found in the list of registered CSI drivers"
                .formatted(CsiWorld.DRIVER));
    assertThat(world.ofPod("a", "pv-1").resolve("vol_data.json")).exists();
    Path moved =
        Files.createSymbolicLink(
            world.driver.endpoint().resolveSibling("moved.sock"), world.driver.endpoint());
    world.drivers.put(CsiWorld.DRIVER, new CsiDrivers.Registered(moved, new CsiVersion(1, 0, 0)));
    kind.registered(CsiWorld.DRIVER);
    kind.tearDown(A, "pv-1");
    assertNothingLeft();
  }
}
