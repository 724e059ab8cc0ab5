package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.pod;
import static dev.jubelet.volume.csi.CsiWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeGetVolumeStatsRequest;
import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.FakeMounts;
import dev.jubelet.volume.csi.request.Sha256;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Volumes that pods get as devices; these are plain files here, as nothing is really mounted. */
class CsiDevicesTest {
  private static final PodUid A = new PodUid("a");
  private static final PodUid B = new PodUid("b");
  private static final String PLUGIN = "kubernetes.io/csi:" + CsiWorld.DRIVER;
  private static final String NAME = "kubernetes.io/csi/disk.test.jubelet.dev^vol-1";

  @TempDir Path directory;
  private final FakeMounts mounts = new FakeMounts();
  private CsiWorld world;
  private CsiPlugin kind;
  private Path devices;

  @BeforeEach
  void start() throws IOException {
    world = new CsiWorld(directory.toRealPath());
    world.mounts = mounts;
    kind = world.agent();
    devices = world.root.resolve("plugins/kubernetes.io/csi/volumeDevices");
  }

  @AfterEach
  void end() {
    world.close();
  }

  private static PersistentVolumeBuilder persistent() {
    return CsiWorld.persistent().editSpec().withVolumeMode("Block").endSpec();
  }

  private static VolumeSpec block() {
    return spec(persistent().build());
  }

  private Path link(String uid) {
    return world.root.resolve("pods").resolve(uid).resolve("volumeDevices/kubernetes.io~csi/pv-1");
  }

  private Path published(String uid) {
    return devices.resolve("publish/pv-1").resolve(uid);
  }

  private Path mapped(String uid) {
    return devices.resolve("pv-1/dev").resolve(uid);
  }

  private void awaitNothingLeft() throws InterruptedException {
    world.await(() -> !Files.exists(devices.resolve("pv-1")) && world.inUse.names().isEmpty());
    assertThat(devices.resolve("staging"))
        .satisfiesAnyOf(CsiDevicesTest::empty, CsiDevicesTest::no);
    assertThat(devices.resolve("publish")).isEmptyDirectory();
    assertThat(world.driver.published()).isEmpty();
    assertThat(world.driver.staged()).isEmpty();
    assertThat(mounts.mounted).isEmpty();
  }

  private static void empty(Path path) {
    assertThat(path).isEmptyDirectory();
  }

  private static void no(Path path) {
    assertThat(path).doesNotExist();
  }

  private static void assertNoLink(Path link) {
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void aVolumeIsStagedOnceAndEachPodGetsItsDevice() throws Exception {
    assertThat(kind.handles(block())).isTrue();
    assertThat(kind.setUp(pod("a"), block())).isEqualTo(link("a"));
    kind.setUp(pod("b"), block());
    kind.setUp(pod("a"), block());
    assertThat(world.driver.calls())
        .containsExactly(
            "NodeStageVolume vol-1", "NodePublishVolume vol-1", "NodePublishVolume vol-1");
    assertThat(Files.readSymbolicLink(link("a"))).isEqualTo(published("a"));
    assertThat(mounts.mounted).extracting("point").containsExactly(mapped("a"), mapped("b"));
    assertThat(world.commands.ran())
        .containsExactly("losetup -f " + mapped("a"), "losetup -f " + mapped("b"));
    kind.tearDown(A, "pv-1");
    assertNoLink(link("a"));
    assertThat(mounts.mounted).extracting("point").containsExactly(mapped("b"));
    assertThat(world.driver.staged()).hasSize(1);
    kind.tearDown(B, "pv-1");
    awaitNothingLeft();
    assertThat(world.driver.calls())
        .endsWith(
            "NodeUnpublishVolume vol-1", "NodeUnpublishVolume vol-1", "NodeUnstageVolume vol-1");
  }

  @Test
  void theDriverIsAskedForADeviceAndKnowsOfNoGroup() throws IOException {
    world.driver.abilities().add(RPC.Type.VOLUME_MOUNT_GROUP);
    Pod grouped = pod("a");
    grouped
        .getSpec()
        .setSecurityContext(new PodSecurityContextBuilder().withFsGroup(4711L).build());
    kind.setUp(grouped, block());
    NodeStageVolumeRequest stage = world.driver.requests(NodeStageVolumeRequest.class).getFirst();
    assertThat(stage.getStagingTargetPath()).isEqualTo(devices.resolve("staging/pv-1").toString());
    assertThat(stage.getVolumeCapability().hasBlock()).isTrue();
    assertThat(stage.getVolumeCapability().hasMount()).isFalse();
    NodePublishVolumeRequest publish =
        world.driver.requests(NodePublishVolumeRequest.class).getFirst();
    assertThat(publish.getVolumeCapability()).isEqualTo(stage.getVolumeCapability());
    assertThat(publish.getStagingTargetPath()).isEqualTo(stage.getStagingTargetPath());
    assertThat(publish.getTargetPath()).isEqualTo(published("a").toString());
    assertThat((int) Files.getAttribute(published("a"), "unix:gid")).isNotEqualTo(4711);
  }

  @Test
  void whatMustBeKnownLaterIsOnDiskInItsOldForm() throws IOException {
    kind.setUp(pod("a"), block());
    String attachment = "csi-" + Sha256.hex("vol-1" + "disk.test.jubelet.dev" + "node-1");
    assertThat(devices.resolve("pv-1/data/vol_data.json"))
        .hasContent(
            "{\"specVolID\":\"pv-1\",\"volumeHandle\":\"vol-1\","
                + "\"driverName\":\"disk.test.jubelet.dev\",\"nodeName\":\"node-1\","
                + "\"attachmentID\":\""
                + attachment
                + "\"}");
  }

  @Test
  void aDriverThatDoesNotStageIsNotAskedTo() throws Exception {
    world.driver.abilities().clear();
    kind.setUp(pod("a"), block());
    kind.tearDown(A, "pv-1");
    awaitNothingLeft();
    assertThat(world.driver.calls())
        .containsExactly("NodePublishVolume vol-1", "NodeUnpublishVolume vol-1");
  }

  @Test
  void afterAFinalFailureNothingIsLeft() throws Exception {
    world.driver.failures.refuse("NodePublishVolume", Status.INVALID_ARGUMENT);
    assertThatThrownBy(() -> kind.setUp(pod("a"), block())).isInstanceOf(VolumeException.class);
    assertNoLink(link("a"));
    world.gone(kind, A);
    awaitNothingLeft();
    world.driver.failures.refuse("NodeStageVolume", Status.INTERNAL);
    assertThatThrownBy(() -> kind.setUp(pod("b"), block())).isInstanceOf(VolumeException.class);
    assertNoLink(link("b"));
    world.gone(kind, B);
    awaitNothingLeft();
  }

  @Test
  void aDeviceThatCannotBeHeldIsUnpublishedWithThePod() throws Exception {
    world.commands.answer("losetup -f " + mapped("a"), 1, "no free loop device");
    assertThatThrownBy(() -> kind.setUp(pod("a"), block()))
        .hasMessageContaining("no free loop device");
    assertThat(world.driver.published()).hasSize(1);
    kind.tearDown(A, "pv-1");
    awaitNothingLeft();
  }

  @Test
  void whatADriverLeavesWhereItStagedADeviceIsRemoved() throws Exception {
    kind.setUp(pod("a"), block());
    Files.createDirectories(devices.resolve("staging/pv-1/left"));
    Files.createFile(devices.resolve("staging/pv-1/left/behind"));
    kind.tearDown(A, "pv-1");
    awaitNothingLeft();
  }

  @Test
  void aDeviceThatSomePodIsStillShownIsNotUnstaged() throws Exception {
    kind.setUp(pod("a"), block());
    Path stray = Files.createFile(mapped("stray"));
    kind.tearDown(A, "pv-1");
    world.await(() -> world.meter.reported.contains("unmap_device " + PLUGIN + " failed"));
    assertThat(world.driver.staged()).hasSize(1);
    Files.delete(stray);
    kind.registered(CsiWorld.DRIVER);
    awaitNothingLeft();
  }

  @Test
  void anotherAgentEndsWhatThisOneBegan() throws Exception {
    world.driver.failures.doAndFail("NodeStageVolume", Status.UNAVAILABLE);
    assertThatThrownBy(() -> kind.setUp(pod("a"), block())).isInstanceOf(VolumeException.class);
    CsiPlugin next = world.agent();
    next.reconstruct();
    assertThat(world.inUse.names()).containsExactly(NAME);
    assertThat(next.setUp(pod("a"), block())).isSymbolicLink();
    CsiPlugin last = world.agent();
    last.reconstruct();
    world.driver.failures.doAndFail("NodeUnpublishVolume", Status.ABORTED);
    assertThatThrownBy(() -> last.tearDown(A, "pv-1")).isInstanceOf(VolumeException.class);
    assertThat(mounts.mounted).isEmpty();
    assertThat(link("a")).isSymbolicLink();
    CsiPlugin veryLast = world.agent();
    veryLast.reconstruct();
    veryLast.tearDown(A, "pv-1");
    assertNoLink(link("a"));
    awaitNothingLeft();
  }

  @Test
  void aPodThatHasNoRecordLeavesNothingEither() throws Exception {
    kind.setUp(pod("a"), block());
    Files.delete(devices.resolve("pv-1/data/vol_data.json"));
    mounts.mounted.add(new MountTable.Mount(published("a"), "devtmpfs"));
    kind.tearDown(A, "pv-1");
    assertNoLink(link("a"));
    assertThat(published("a")).doesNotExist();
    assertThat(mounts.mounted).isEmpty();
  }

  @Test
  void aDriverThatPublishesNothingIsToldSo() throws IOException {
    kind.setUp(pod("a"), block());
    Files.delete(published("a"));
    assertThatThrownBy(() -> world.agent().setUp(pod("a"), block()))
        .hasMessage("driver disk.test.jubelet.dev has published no device at " + published("a"));
  }

  @Test
  void aDeviceGrowsWhereItIsPublished() throws IOException {
    world.driver.abilities().add(RPC.Type.EXPAND_VOLUME);
    VolumeSpec.Bound grown =
        new VolumeSpec.Bound(
            persistent()
                .editSpec()
                .withCapacity(Map.of("storage", new Quantity("2Gi")))
                .endSpec()
                .build(),
            new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("claim")
                .endMetadata()
                .withNewStatus()
                .withCapacity(Map.of("storage", new Quantity("1Gi")))
                .endStatus()
                .build());
    kind.setUp(pod("a"), new VolumeSpec(block().volume(), Optional.of(grown)));
    NodeExpandVolumeRequest asked = world.driver.requests(NodeExpandVolumeRequest.class).getFirst();
    assertThat(asked.getVolumePath()).isEqualTo(published("a").toString());
    assertThat(asked.getStagingTargetPath()).isEqualTo(devices.resolve("staging/pv-1").toString());
    assertThat(asked.getVolumeCapability().hasBlock()).isTrue();
  }

  @Test
  void driversAreAskedForFiguresOfWhatThePodHas() throws IOException {
    world.driver.abilities().add(RPC.Type.GET_VOLUME_STATS);
    kind.setUp(pod("a"), block());
    assertThat(kind.stats(A, "pv-1")).isPresent();
    NodeGetVolumeStatsRequest asked =
        world.driver.requests(NodeGetVolumeStatsRequest.class).getFirst();
    assertThat(asked.getVolumePath()).isEqualTo(mapped("a").toString());
    assertThat(asked.getStagingTargetPath()).isEqualTo(devices.resolve("staging/pv-1").toString());
  }
}
