package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.inline;
import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static dev.jubelet.volume.csi.CsiWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.api.csi.VolumeCapability.AccessMode.Mode;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.attach.AttachableNames;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.request.Sha256;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CsiPluginTest extends CsiSuite {
  private static final PodUid A = new PodUid("a");
  private static final PodUid B = new PodUid("b");
  private static final int GROUP = 4711;
  private static final String NAME = "kubernetes.io/csi/disk.test.jubelet.dev^vol-1";

  @Test
  void aPersistentVolumeIsStagedOnceAndPublishedToEachPod() throws Exception {
    assertThat(kind.setUp(pod("a"), spec(persistent().build())))
        .isEqualTo(world.ofPod("a", "pv-1").resolve("mount"));
    kind.setUp(pod("b"), spec(persistent().build()));
    kind.setUp(pod("a"), spec(persistent().build()));
    assertThat(world.driver.calls())
        .containsExactly(
            "NodeStageVolume vol-1", "NodePublishVolume vol-1", "NodePublishVolume vol-1");
    kind.tearDown(A, "pv-1");
    assertThat(world.ofPod("a", "pv-1")).doesNotExist();
    assertThat(world.driver.staged()).hasSize(1);
    kind.tearDown(B, "pv-1");
    world.awaitUnstaged();
    assertThat(world.driver.calls())
        .endsWith(
            "NodeUnpublishVolume vol-1", "NodeUnpublishVolume vol-1", "NodeUnstageVolume vol-1");
    assertThat(world.driver.published()).isEmpty();
  }

  @Test
  void whatTheDriverIsAskedIsWhatTheVolumeSays() throws IOException {
    world.secrets.put("vault/stage", Map.of("key", "s"));
    world.secrets.put("vault/publish", Map.of("key", "p"));
    kind.setUp(
        pod("a"),
        spec(
            persistent()
                .editSpec()
                .editCsi()
                .withFsType("ext4")
                .withReadOnly(true)
                .withNewNodeStageSecretRef("stage", "vault")
                .withNewNodePublishSecretRef("publish", "vault")
                .endCsi()
                .endSpec()
                .build()));
    NodeStageVolumeRequest stage = world.driver.requests(NodeStageVolumeRequest.class).getFirst();
    assertThat(stage.getStagingTargetPath())
        .isEqualTo(world.staged().resolve("globalmount").toString());
    assertThat(stage.getSecretsMap()).containsExactly(Map.entry("key", "s"));
    assertThat(stage.getVolumeContextMap()).containsExactly(Map.entry("tier", "gold"));
    assertThat(stage.getVolumeCapability().getMount().getFsType()).isEqualTo("ext4");
    assertThat(stage.getVolumeCapability().getMount().getMountFlagsList())
        .containsExactly("noatime", "discard");
    assertThat(stage.getVolumeCapability().getAccessMode().getMode())
        .isEqualTo(Mode.SINGLE_NODE_WRITER);
    NodePublishVolumeRequest publish =
        world.driver.requests(NodePublishVolumeRequest.class).getFirst();
    assertThat(publish.getStagingTargetPath()).isEqualTo(stage.getStagingTargetPath());
    assertThat(publish.getSecretsMap()).containsExactly(Map.entry("key", "p"));
    assertThat(publish.getReadonly()).isFalse();
    assertThat(publish.getVolumeContextMap()).containsExactly(Map.entry("tier", "gold"));
  }

  @Test
  void aVolumeIsReadOnlyWhenItsPodSaysSoAndKeepsItsGroup() throws IOException {
    VolumeSpec asked = spec(persistent().build());
    VolumeSpec readOnly =
        new VolumeSpec(
            new VolumeBuilder().withName("d").withNewPersistentVolumeClaim("claim", true).build(),
            asked.bound());
    Pod grouped = grouped("a");
    Path mount = kind.setUp(grouped, readOnly);
    assertThat(world.driver.requests(NodePublishVolumeRequest.class).getFirst().getReadonly())
        .isTrue();
    assertThat(Files.getAttribute(mount, "unix:gid")).isNotEqualTo(GROUP);
  }

  @Test
  void aVolumeThatAPodNamesItselfUnderItsOldNameMayBeReadOnly() throws IOException {
    VolumeSpec old =
        new VolumeSpec(
            new VolumeBuilder().withName("disk").build(),
            spec(persistent().editSpec().editCsi().withReadOnly(true).endCsi().endSpec().build())
                .bound(),
            true);
    kind.setUp(pod("a"), old);
    assertThat(world.driver.requests(NodePublishVolumeRequest.class).getFirst().getReadonly())
        .isTrue();
  }

  @Test
  void whatMustBeKnownLaterIsOnDiskInItsOldForm() throws IOException {
    kind.setUp(pod("a"), spec(persistent().build()));
    String attachment = "csi-" + Sha256.hex("vol-1" + "disk.test.jubelet.dev" + "node-1");
    assertThat(world.ofPod("a", "pv-1").resolve("vol_data.json"))
        .hasContent(
            "{\"specVolID\":\"pv-1\",\"volumeHandle\":\"vol-1\","
                + "\"driverName\":\"disk.test.jubelet.dev\",\"nodeName\":\"node-1\","
                + "\"attachmentID\":\""
                + attachment
                + "\",\"volumeLifecycleMode\":\"Persistent\"}");
    assertThat(world.staged().resolve("vol_data.json"))
        .hasContent("{\"volumeHandle\":\"vol-1\",\"driverName\":\"disk.test.jubelet.dev\"}");
  }

  @Test
  void aDriverThatDoesNotStageIsNotAskedTo() throws IOException {
    world.driver.abilities().clear();
    kind.setUp(pod("a"), spec(persistent().build()));
    kind.tearDown(A, "pv-1");
    assertThat(world.driver.calls())
        .containsExactly("NodePublishVolume vol-1", "NodeUnpublishVolume vol-1");
    assertThat(world.staged()).doesNotExist();
  }

  @Test
  void anEphemeralVolumeIsOnlyPublished() throws IOException {
    String handle = "csi-" + Sha256.hex("ascratch");
    kind.setUp(pod("a"), inline());
    assertThat(world.driver.calls()).containsExactly("NodePublishVolume " + handle);
    assertThat(world.inUse.names()).isEmpty();
    kind.tearDown(A, "scratch");
    assertThat(world.driver.calls()).endsWith("NodeUnpublishVolume " + handle);
    world.traits = CsiDriverSpec.UNDECLARED;
    assertThatThrownBy(() -> kind.setUp(pod("a"), inline()))
        .hasMessage(
            "volume mode \"Ephemeral\" not supported by driver disk.test.jubelet.dev"
                + " (no CSIDriver object)");
  }

  @Test
  void aDriverMayLearnOfThePodAndGetItsTokens() throws IOException {
    world.traits =
        new CsiDriverSpec(
            true,
            false,
            true,
            List.of("Ephemeral"),
            "None",
            false,
            List.of(new CsiDriverSpec.TokenAudience("vault", OptionalLong.empty())),
            false,
            Optional.empty(),
            false);
    kind.setUp(pod("a"), inline());
    Map<String, String> context =
        world.driver.requests(NodePublishVolumeRequest.class).getFirst().getVolumeContextMap();
    assertThat(context)
        .containsEntry("csi.storage.k8s.io/pod.name", "web-a")
        .containsEntry("csi.storage.k8s.io/pod.namespace", "shop")
        .containsEntry("csi.storage.k8s.io/pod.uid", "a")
        .containsEntry("csi.storage.k8s.io/serviceAccount.name", "clerk")
        .containsEntry("csi.storage.k8s.io/ephemeral", "true")
        .containsEntry(
            "csi.storage.k8s.io/serviceAccount.tokens",
            "{\"vault\":{\"token\":\"token of vault\","
                + "\"expirationTimestamp\":\"2030-01-01T00:00:00Z\"}}");
  }

  @Test
  void aVolumeIsUsedOnlyWhenTheNodeHasSaidSoAndItIsAttached() throws IOException {
    world.traits = CsiWorld.traits(true);
    assertWaits("the Node object does not name it in volumesInUse yet");
    assertThat(world.inUse.names()).containsExactly(NAME);
    world.inUse.written(
        new NodeBuilder().withNewStatus().withVolumesInUse(NAME).endStatus().build());
    assertWaits("it is not attached to the node yet");
    world.inUse.written(
        new NodeBuilder()
            .withNewStatus()
            .withVolumesInUse(NAME)
            .addNewVolumesAttached("", NAME)
            .endStatus()
            .build());
    world.attachments.put(
        new VolumeId("disk.test.jubelet.dev", "vol-1").attachmentName("node-1"),
        Map.of("lun", "3"));
    assertThat(world.driver.calls()).isEmpty();
    kind.setUp(pod("a"), spec(persistent().build()));
    assertThat(
            world.driver.requests(NodePublishVolumeRequest.class).getFirst().getPublishContextMap())
        .containsExactly(Map.entry("lun", "3"));
    assertThat(world.changes).startsWith("in use", "node", "awaited");
  }

  private void assertWaits(String message) {
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue())
        .hasMessage(message);
  }

  @Test
  void aVolumeStaysInUseUntilItIsUnstaged() throws Exception {
    kind.setUp(pod("a"), spec(persistent().build()));
    world.driver.failures.refuse("NodeUnstageVolume", Status.INTERNAL);
    kind.tearDown(A, "pv-1");
    assertThat(world.inUse.names()).containsExactly(NAME);
    world.await(() -> world.inUse.names().isEmpty());
    assertThat(world.driver.calls().stream().filter(c -> c.startsWith("NodeUnstage"))).hasSize(2);
    assertThat(world.staged()).doesNotExist();
  }

  @Test
  void afterAFinalFailureNothingIsLeft() {
    world.driver.failures.refuse("NodeStageVolume", Status.INTERNAL.withDescription("broken"));
    assertThatThrownBy(() -> kind.setUp(pod("b"), spec(persistent().build())))
        .hasMessage("rpc error: code = Internal desc = broken");
    assertThat(world.ofPod("b", "pv-1")).doesNotExist();
    assertThat(world.staged()).doesNotExist();
    world.driver.failures.refuse(
        "NodePublishVolume", Status.INVALID_ARGUMENT.withDescription("no such tier"));
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOf(VolumeException.class)
        .hasMessage("rpc error: code = InvalidArgument desc = no such tier");
    assertThat(world.ofPod("a", "pv-1")).doesNotExist();
  }

  @Test
  void aSecretThatIsMissingIsNamedAndNothingIsLeft() {
    assertThatThrownBy(
            () ->
                kind.setUp(
                    pod("a"),
                    spec(
                        persistent()
                            .editSpec()
                            .editCsi()
                            .withNewNodeStageSecretRef("stage", "vault")
                            .endCsi()
                            .endSpec()
                            .build())))
        .hasMessage("fetching NodeStageSecretRef vault/stage failed: no vault/stage");
    assertThatThrownBy(
            () ->
                kind.setUp(
                    pod("a"),
                    spec(
                        persistent()
                            .editSpec()
                            .editCsi()
                            .withNewNodePublishSecretRef("publish", "vault")
                            .endCsi()
                            .endSpec()
                            .build())))
        .hasMessage("fetching NodePublishSecretRef vault/publish failed: no vault/publish");
    assertThat(world.ofPod("a", "pv-1")).doesNotExist();
    assertThat(world.driver.calls()).containsExactly("NodeStageVolume vol-1");
  }

  @Test
  void podsThatShareAVolumeHaveGroupsOfTheirOwn() throws IOException {
    world.driver.abilities().add(RPC.Type.VOLUME_MOUNT_GROUP);
    for (long group : new long[] {7, 8}) {
      Pod pod = pod("pod-of-" + group);
      pod.getSpec().setSecurityContext(new PodSecurityContextBuilder().withFsGroup(group).build());
      kind.setUp(pod, spec(persistent().build()));
    }
    assertThat(world.driver.requests(NodeStageVolumeRequest.class))
        .extracting(r -> r.getVolumeCapability().getMount().getVolumeMountGroup())
        .containsExactly("7");
    assertThat(world.driver.requests(NodePublishVolumeRequest.class))
        .extracting(r -> r.getVolumeCapability().getMount().getVolumeMountGroup())
        .containsExactly("7", "8");
  }

  @Test
  void theStepThatFailedIsNamed() {
    world.driver.failures.refuse("NodeStageVolume", Status.INTERNAL);
    assertStep("MountVolume.MountDevice", spec(persistent().build()));
    world.driver.failures.refuse("NodePublishVolume", Status.INTERNAL);
    assertStep("MountVolume.SetUp", spec(persistent().build()));
    world.driver.failures.refuse("NodePublishVolume", Status.INTERNAL);
    assertStep("MountVolume.SetUp", inline());
    world.drivers.remove(CsiWorld.DRIVER, world.driver.endpoint());
    assertStep("MountVolume.MountDevice", spec(persistent().build()));
    assertStep("MountVolume.SetUp", inline());
    assertStep(
        "MapVolume.SetUpDevice",
        spec(persistent().editSpec().withVolumeMode("Block").endSpec().build()));
  }

  private void assertStep(String step, VolumeSpec volume) {
    assertThatThrownBy(() -> kind.setUp(pod("a"), volume))
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.step()).isEqualTo(step));
  }

  @Test
  void whatCannotBePublishedStaysStagedForThePodThatTriesAgain() throws Exception {
    world.driver.failures.refuse("NodePublishVolume", Status.INTERNAL);
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOf(VolumeException.class);
    kind.registered(CsiWorld.DRIVER);
    kind.setUp(pod("b"), spec(persistent().build()));
    kind.tearDown(B, "pv-1");
    world.driver.failures.refuse("NodePublishVolume", Status.INTERNAL);
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOf(VolumeException.class);
    assertThat(world.driver.requests(NodeStageVolumeRequest.class)).hasSize(1);
    assertThat(world.inUse.names()).containsExactly(NAME);
    world.gone(kind, A);
    world.awaitUnstaged();
    world.await(() -> world.inUse.names().isEmpty());
  }

  @Test
  void whatTheDriverMayHaveDoneIsUndone() throws Exception {
    world.driver.failures.doAndFail("NodePublishVolume", Status.DEADLINE_EXCEEDED);
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOf(VolumeException.class);
    assertThat(world.driver.published()).hasSize(1);
    kind.tearDown(A, "pv-1");
    world.awaitUnstaged();
    assertThat(world.driver.published()).isEmpty();
  }

  @Test
  void anotherAgentEndsWhatThisOneBegan() throws Exception {
    world.driver.failures.doAndFail("NodeStageVolume", Status.UNAVAILABLE);
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOf(VolumeException.class);
    CsiPlugin next = world.agent();
    next.reconstruct();
    assertThat(world.inUse.names()).containsExactly(NAME);
    next.setUp(pod("a"), spec(persistent().build()));
    assertThat(world.driver.published()).hasSize(1);
    CsiPlugin last = world.agent();
    last.reconstruct();
    world.driver.failures.doAndFail("NodeUnpublishVolume", Status.ABORTED);
    assertThatThrownBy(() -> last.tearDown(A, "pv-1")).isInstanceOf(VolumeException.class);
    last.tearDown(A, "pv-1");
    world.awaitUnstaged();
    assertThat(world.ofPod("a", "pv-1")).doesNotExist();
  }

  @Test
  void whatWasLeftStagedIsUnstagedWhenTheDriverIsBack() throws Exception {
    world.driver.failures.doAndFail("NodeStageVolume", Status.UNAVAILABLE);
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .isInstanceOf(VolumeException.class);
    Files.delete(world.ofPod("a", "pv-1").resolve("vol_data.json"));
    CsiPlugin next = world.agent();
    next.reconstruct();
    next.registered("disk.test.jubelet.dev");
    world.awaitUnstaged();
    assertThat(world.driver.calls()).contains("NodeUnstageVolume vol-1");
  }

  @Test
  void aVolumeHasTheSameNameForAllPodsAlsoOnDisk() throws IOException {
    var volume = spec(persistent().build());
    assertThat(kind.uniqueName(volume)).isEqualTo(NAME);
    kind.setUp(pod("a"), volume);
    assertThat(world.agent().uniqueName(A, "pv-1")).contains(NAME);
    assertThat(kind.uniqueName(B, "pv-1")).isEmpty();
  }

  private static Pod grouped(String uid) {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to give files away");
    Pod grouped = pod(uid);
    grouped
        .getSpec()
        .setSecurityContext(new PodSecurityContextBuilder().withFsGroup((long) GROUP).build());
    return grouped;
  }

  @Test
  void filesThatAreShownAgainAreGivenToThePodsGroupAgain() throws IOException {
    world.traits = republishing("File");
    Path mount = kind.setUp(grouped("a"), inline());
    Path fresh = Files.createFile(mount.resolve("fresh"));
    kind.refresh(grouped("a"), inline());
    assertThat(Files.getAttribute(fresh, "unix:gid")).isEqualTo(GROUP);
  }

  @Test
  void aVolumeThatThePodHasNotGotIsNotShownAgain() throws IOException {
    world.traits = republishing("None");
    kind.refresh(pod("a"), inline());
    assertThat(world.driver.calls()).isEmpty();
  }

  @Test
  void aFailureToShowAVolumeAgainLeavesItAsItIs() throws IOException {
    world.traits = republishing("None");
    Path mount = kind.setUp(pod("a"), inline());
    world.driver.failures.refuse("NodePublishVolume", Status.INTERNAL.withDescription("no"));
    assertThatThrownBy(() -> kind.refresh(pod("a"), inline()))
        .hasMessage("rpc error: code = Internal desc = no");
    assertThat(mount).isDirectory();
    assertThat(mount.resolveSibling("vol_data.json")).exists();
  }

  private static CsiDriverSpec republishing(String fsGroupPolicy) {
    return new CsiDriverSpec(
        true,
        false,
        false,
        List.of("Ephemeral"),
        fsGroupPolicy,
        true,
        List.of(),
        false,
        Optional.empty(),
        false);
  }

  @Test
  void filesAreGivenToThePodsGroupUnlessTheDriverDoes() throws IOException {
    Pod grouped = grouped("a");
    var volume = persistent().editSpec().editCsi().withFsType("ext4").endCsi().endSpec().build();
    Path mount = kind.setUp(grouped, spec(volume));
    assertThat(Files.getAttribute(mount, "unix:gid")).isEqualTo(GROUP);
    assertThat((int) Files.getAttribute(mount, "unix:mode") & 02070).isEqualTo(02070);
    assertThat(world.meter.reported)
        .containsExactly("volume_apply_access_control kubernetes.io/csi:" + CsiWorld.DRIVER);
    kind.tearDown(A, "pv-1");
    world.driver.abilities().add(RPC.Type.VOLUME_MOUNT_GROUP);
    world.driver.forgetCalls();
    mount = kind.setUp(grouped, spec(volume));
    assertThat(Files.getAttribute(mount, "unix:gid")).isNotEqualTo(GROUP);
    assertThat(
            world
                .driver
                .requests(NodePublishVolumeRequest.class)
                .getFirst()
                .getVolumeCapability()
                .getMount()
                .getVolumeMountGroup())
        .isEqualTo("4711");
  }

  @Test
  void aStrangeDriverIsNamedAndItsPodWokenWhenItComes() {
    var volume = persistent().editSpec().editCsi().withDriver("other").endCsi().endSpec().build();
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(volume)))
        .hasMessage(
            "kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient:"
                + " driver name other not found in the list of registered CSI drivers");
    kind.registered("other");
    assertThat(world.woken).containsExactly(A);
  }

  @Test
  void aDriverMayWantToBeAskedAgainAndAgain() throws IOException {
    kind.setUp(pod("a"), inline());
    kind.refresh(pod("a"), inline());
    assertThat(world.driver.requests(NodePublishVolumeRequest.class)).hasSize(1);
    world.traits = republishing("None");
    kind.refresh(pod("a"), inline());
    assertThat(world.driver.requests(NodePublishVolumeRequest.class)).hasSize(2);
  }

  @Test
  void controllersAttachWhatTheirDriversWantAndAllOtherKinds() {
    List<String> names =
        List.of("acme/disk/data", "kubernetes.io/csi/a^1", "kubernetes.io/csi/b^1");
    assertThat(
            AttachableNames.among(
                names, driver -> Optional.of(CsiWorld.traits(driver.equals("a")))))
        .contains(List.of("acme/disk/data", "kubernetes.io/csi/a^1"));
    assertThat(AttachableNames.among(names, driver -> Optional.empty())).isEmpty();
  }
}
