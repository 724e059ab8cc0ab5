package dev.jubelet.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.it.node.HungMount;
import dev.jubelet.testing.csi.CallFailures.Hold;
import dev.jubelet.testing.csi.FakeCsiDriver;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.ControlPlane.Extra;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.NeedsControlPlane;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Volumes of pods that the controllers of a real control plane bind and attach: claims on those of
 * CSI drivers, and a disk.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@NeedsControlPlane
@NeedsContainerd(ContainerdGeneration.TWO)
final class CsiIT {
  private static final String PLAIN = "plain.test.jubelet.dev";
  private static final String ATTACHED = "attached.test.jubelet.dev";

  private final PrivateContainerd containerd;
  private final Cluster cluster;
  private final JoinedNode joined;
  private final FakeCsiDriver plain;
  private final FakeCsiDriver attached;
  private final IscsiDisk iscsi = new IscsiDisk();

  CsiIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    cluster = Cluster.start(Extra.CONTROLLERS);
    joined =
        new JoinedNode(
            cluster,
            TestNode.joining(containerd, cluster.plane().nodeKubeconfig(TestNode.NODE_NAME), ""));
    joined.node().findProgramsIn(iscsi.directory());
    plain = driver(PLAIN);
    attached = driver(ATTACHED);
  }

  private FakeCsiDriver driver(String name) {
    Path root = joined.node().root();
    return new FakeCsiDriver(
        name,
        joined.node().directory().resolve(name),
        root.resolve("plugins_registry"),
        FakeCsiDriver.Showing.BINDS);
  }

  @BeforeAll
  void start() {
    plain.abilities().add(RPC.Type.GET_VOLUME_STATS);
    cluster.create(CsiObjects.driver(PLAIN, false));
    cluster.create(CsiObjects.driver(ATTACHED, true));
    joined.join();
    joined.await(
        "the drivers are registered", () -> !plain.told.isEmpty() && !attached.told.isEmpty());
    joined.await(
        "pods may be created",
        () -> cluster.kubectl("get", "serviceaccounts", "-o", "name").contains("default"));
  }

  @AfterEach
  void clear() {
    joined.clear();
    plain.forgetCalls();
    attached.forgetCalls();
  }

  @AfterAll
  void stop() {
    try (plain;
        attached;
        iscsi) {
      joined.close();
    }
  }

  private Manifests pod(String name, String script, String volume) {
    return Workloads.boundPod(name)
        .container("main", containerd.image(), script + "; exec sleep 1000")
        .with("volumeMounts: [{name: data, mountPath: /data}]")
        .spec("  volumes: [{name: data, " + volume + "}]");
  }

  private String claiming(String name, String claim) {
    return pod(
            name,
            "echo hello > /data/greeting",
            "persistentVolumeClaim: {claimName: " + claim + "}")
        .yaml();
  }

  private void assertNothingLeft(String uid) {
    Path root = joined.node().root();
    assertThat(MountTable.read(MountTable.FILE).at(root.resolve("pods").resolve(uid))).isEmpty();
    joined.await(
        "nothing is staged any more",
        () -> plain.staged().isEmpty() && attached.staged().isEmpty());
    joined.await(
        "nothing of drivers is mounted",
        () ->
            MountTable.read(MountTable.FILE)
                .at(root.resolve("plugins/kubernetes.io/csi"))
                .isEmpty());
  }

  @Test
  void theClusterKnowsTheDriversOfTheNode() {
    Node node = cluster.node().orElseThrow();
    assertThat(node.getMetadata().getAnnotations().get("csi.volume.kubernetes.io/nodeid"))
        .isEqualTo(
            "{\"attached.test.jubelet.dev\":\"node-of-the-driver\","
                + "\"plain.test.jubelet.dev\":\"node-of-the-driver\"}");
    assertThat(node.getMetadata().getLabels())
        .containsEntry("topology.test.jubelet.dev/rack", "r1");
    String object = cluster.kubectl("get", "csinode", TestNode.NODE_NAME, "-o", "yaml");
    assertThat(object)
        .contains(
            "storage.alpha.kubernetes.io/migrated-plugins: kubernetes.io/aws-ebs,",
            "uid: " + node.getMetadata().getUid(),
            "name: plain.test.jubelet.dev",
            "nodeID: node-of-the-driver",
            "- topology.test.jubelet.dev/rack",
            "count: 7");
    assertThat(plain.told).allMatch(status -> status.getPluginRegistered());
  }

  @Test
  void aClaimIsMountedAndNothingIsLeftOfIt() {
    cluster.create(CsiObjects.volume("simple", PLAIN));
    cluster.create(CsiObjects.claim("simple"));
    String uid = cluster.create(claiming("writer", "simple"));
    joined.awaitReady("writer");
    joined.await(
        "the volume has what the pod wrote",
        () -> plain.content("simple").resolve("greeting").toFile().exists());
    assertThat(plain.calls()).containsExactly("NodeStageVolume simple", "NodePublishVolume simple");
    joined.await(
        "the node tells how full it is",
        () ->
            joined
                .node()
                .page("/metrics")
                .filter(
                    page ->
                        page.contains(
                            "kubelet_volume_stats_used_bytes{namespace=\"default\","
                                + "persistentvolumeclaim=\"simple\"} 3.145728e+07"))
                .isPresent());
    assertThat(joined.node().page("/metrics").orElseThrow())
        .contains(
            "volume_manager_total_volumes{plugin_name=\"kubernetes.io/csi:%s\",state=\"actual_state_of_world\"} 1"
                .formatted(PLAIN),
            "storage_operation_duration_seconds_count{volume_plugin=\"kubernetes.io/csi:%s\",operation_name=\"volume_mount\",status=\"success\""
                .formatted(PLAIN),
            "%s-reg.sock\",state=\"actual_state_of_world\"} 1".formatted(ATTACHED));
    cluster.kubectl("delete", "pod", "writer", "--timeout=30s");
    joined.awaitGone("writer");
    assertNothingLeft(uid);
    assertThat(plain.calls())
        .containsExactly(
            "NodeStageVolume simple",
            "NodePublishVolume simple",
            "NodeUnpublishVolume simple",
            "NodeUnstageVolume simple");
    assertThat(plain.content("simple").resolve("greeting")).hasContent("hello");
  }

  @Test
  void aVolumeThatHasGrownIsGrownOnTheNodeAndTheClaimSaysSo() {
    plain.abilities().add(RPC.Type.EXPAND_VOLUME);
    cluster.create(CsiObjects.volume("growing", PLAIN));
    cluster.create(CsiObjects.claim("growing"));
    joined.await("the claim is bound", () -> ofClaim("{.status.phase}").equals("Bound"));
    cluster.kubectl(
        "patch", "pv", "growing", "-p", "{\"spec\":{\"capacity\":{\"storage\":\"2Gi\"}}}");
    cluster.kubectl(
        "patch",
        "pvc",
        "growing",
        "--subresource=status",
        "-p",
        """
        {"status": {"allocatedResources": {"storage": "2Gi"},
          "allocatedResourceStatuses": {"storage": "NodeResizePending"},
          "conditions": [{"type": "FileSystemResizePending", "status": "True"}]}}
        """);
    cluster.create(claiming("grower", "growing"));
    joined.awaitReady("grower");
    assertThat(plain.calls()).contains("NodeExpandVolume growing");
    assertThat(ofClaim("{.status.capacity.storage}")).isEqualTo("2Gi");
    assertThat(ofClaim("{.status.conditions[*].type}")).doesNotContain("Resiz");
    assertThat(ofClaim("{.status.allocatedResourceStatuses}")).isEmpty();
    joined.await(
        "the claim has an event",
        () ->
            cluster
                .kubectl("get", "events", "--field-selector=involvedObject.name=growing")
                .contains("FileSystemResizeSuccessful"));
    plain.abilities().remove(RPC.Type.EXPAND_VOLUME);
  }

  private String ofClaim(String path) {
    return cluster.kubectl("get", "pvc", "growing", "-o", "jsonpath=" + path).strip();
  }

  @Test
  void aVolumeIsAttachedBeforeItIsStagedAndInUseUntilItIsUnstaged() {
    cluster.create(CsiObjects.volume("remote", ATTACHED));
    cluster.create(CsiObjects.claim("remote"));
    String uid = cluster.create(claiming("far", "remote"));
    joined.await("the node says that it uses the volume", () -> inUse().contains("^remote"));
    joined.await("it is to be attached", () -> !attachments().isEmpty());
    assertThat(attached.calls()).isEmpty();
    cluster.kubectl(
        "patch",
        attachments(),
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\":{\"attached\":true,\"attachmentMetadata\":{\"lun\":\"3\"}}}");
    joined.awaitReady("far");
    assertThat(attached.calls())
        .containsExactly("NodeStageVolume remote", "NodePublishVolume remote");
    assertThat(attached.requests(NodePublishVolumeRequest.class).getFirst().getPublishContextMap())
        .containsEntry("lun", "3");
    cluster.kubectl("delete", "pod", "far", "--timeout=30s");
    assertNothingLeft(uid);
    joined.await("the node has let go of it", () -> !inUse().contains("^remote"));
  }

  @Test
  void anIscsiDiskIsInUseWhileItIsOnTheNodeAlsoWhenTheAgentDies() {
    String uid = cluster.create(pod("disky", "echo hello > /data/word", iscsi.volume()).yaml());
    String container = PodStates.containerId(joined.awaitReady("disky"));
    assertThat(joined.node().page("/metrics").orElseThrow())
        .as("it was waited for")
        .contains(
            "volume_plugin=\"kubernetes.io/iscsi\",operation_name=\"verify_controller_attached_volume\",status=\"success\"");
    assertThat(inUse()).contains(iscsi.name());
    assertThat(attachedVolumes()).contains(iscsi.name());

    joined.node().killKubelet();
    String before = heartbeat();
    joined.node().startKubelet();
    joined.await(
        "the next agent tells what it uses",
        () -> {
          assertThat(inUse()).contains(iscsi.name());
          return !heartbeat().equals(before);
        });
    assertThat(PodStates.containerId(joined.awaitReady("disky"))).isEqualTo(container);
    assertThat(iscsi.calls()).containsOnlyOnce("--login").doesNotContain("--logout");

    cluster.kubectl("delete", "pod", "disky", "--timeout=60s");
    joined.await("the node lets go of it", () -> !inUse().contains(iscsi.name()));
    assertThat(iscsi.isOnNode()).isFalse();
    joined.await("it is detached", () -> !attachedVolumes().contains(iscsi.name()));
    assertNothingLeft(uid);
  }

  private String attachedVolumes() {
    return String.valueOf(cluster.node().orElseThrow().getStatus().getVolumesAttached());
  }

  /** When the node was last heard of. */
  private String heartbeat() {
    return cluster.node().orElseThrow().getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("Ready"))
        .findFirst()
        .orElseThrow()
        .getLastHeartbeatTime();
  }

  private String attachments() {
    return cluster.kubectl("get", "volumeattachments", "-o", "name").strip();
  }

  private String inUse() {
    return String.valueOf(cluster.node().orElseThrow().getStatus().getVolumesInUse());
  }

  @Test
  void aVolumeOfThePodAloneComesAndGoesWithIt() {
    String uid =
        cluster.create(pod("own", "echo x > /data/y", "csi: {driver: " + PLAIN + "}").yaml());
    joined.awaitReady("own");
    assertThat(plain.calls()).singleElement().asString().startsWith("NodePublishVolume csi-");
    assertThat(plain.requests(NodePublishVolumeRequest.class).getFirst().getVolumeContextMap())
        .containsEntry("csi.storage.k8s.io/pod.name", "own")
        .containsEntry("csi.storage.k8s.io/ephemeral", "true");
    cluster.kubectl("delete", "pod", "own", "--timeout=30s");
    assertNothingLeft(uid);
    assertThat(plain.published()).isEmpty();
  }

  @Test
  void anAgentThatDiesHalfWayIsFollowedByOneThatGoesOn() {
    cluster.create(CsiObjects.volume("fragile", PLAIN));
    cluster.create(CsiObjects.claim("fragile"));
    Hold stage = plain.failures.hold("NodeStageVolume");
    String uid = cluster.create(claiming("patient", "fragile"));
    joined.await("the driver stages", stage::hasBegun);
    joined.node().killKubelet();
    stage.letGo();
    joined.node().startKubelet();
    joined.awaitReady("patient");

    Hold unpublish = plain.failures.hold("NodeUnpublishVolume");
    cluster.kubectl("delete", "pod", "patient", "--wait=false");
    joined.await("the driver unpublishes", unpublish::hasBegun);
    joined.node().killKubelet();
    unpublish.letGo();
    assertThat(cluster.pods().find("patient")).isPresent();
    joined.node().startKubelet();
    joined.awaitGone("patient");
    assertNothingLeft(uid);
    assertThat(plain.content("fragile").resolve("greeting")).hasContent("hello");
  }

  @Test
  void aDirectoryOfTheNodeSurvivesAgentsThatDieHalfWay(@TempDir Path data) throws IOException {
    Path pods = joined.node().root().resolve("pods");
    cluster.create(CsiObjects.localVolume("near", data));
    cluster.create(CsiObjects.claim("near"));
    String uid;
    try (HungMount gate = new HungMount(data)) {
      uid = cluster.create(besideScratch("settled", "near"));
      Path scratch = pods.resolve(uid).resolve("volumes/kubernetes.io~empty-dir/scratch");
      joined.await("the volume before it is made", () -> Files.exists(scratch));
      joined.node().killKubelet();
      gate.letGo();
    }
    joined.node().startKubelet();
    joined.awaitReady("settled");
    joined.await("the pod has written", () -> Files.exists(data.resolve("greeting")));

    Path volume = pods.resolve(uid).resolve("volumes/kubernetes.io~local-volume/near");
    try (InputStream held = Files.newInputStream(volume.resolve("greeting"))) {
      cluster.kubectl("delete", "pod", "settled", "--wait=false");
      joined.await(
          "it cannot be unmounted",
          () -> joined.node().log().contains("UnmountVolume.TearDown failed for volume \\\"near"));
      joined.node().killKubelet();
      assertThat(held.read()).isEqualTo('h');
    }
    assertThat(MountTable.read(MountTable.FILE).has(volume)).isTrue();
    joined.node().startKubelet();
    joined.awaitGone("settled");
    assertNothingLeft(uid);
    assertThat(data.resolve("greeting")).hasContent("hello");
  }

  private String besideScratch(String name, String claim) {
    return Workloads.boundPod(name)
        .container("main", containerd.image(), "echo hello > /data/greeting; exec sleep 1000")
        .with(
            "volumeMounts: [{name: scratch, mountPath: /scratch}, {name: data, mountPath: /data}]")
        .spec(
            "  volumes: [{name: scratch, emptyDir: {}}, {name: data, persistentVolumeClaim:"
                + " {claimName: "
                + claim
                + "}}]")
        .yaml();
  }

  private String writing(String name, String claim) {
    return Workloads.boundPod(name)
        .container("main", containerd.image(), "echo hello > /dev/disk; exec sleep 1000")
        .with("volumeDevices: [{name: data, devicePath: /dev/disk}]")
        .spec("  volumes: [{name: data, persistentVolumeClaim: {claimName: " + claim + "}}]")
        .yaml();
  }

  private boolean isWritten(String volume) {
    try (InputStream disk = Files.newInputStream(plain.disk(volume))) {
      return new String(disk.readNBytes(6), StandardCharsets.UTF_8).equals("hello\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPodGetsADiskAndAnAgentThatDiesHalfWayLeavesNothingOfIt() {
    cluster.create(CsiObjects.blockVolume("disk", PLAIN));
    cluster.create(CsiObjects.blockClaim("disk"));
    Hold publish = plain.failures.hold("NodePublishVolume");
    String uid = cluster.create(writing("raw", "disk"));
    joined.await("the driver publishes", publish::hasBegun);
    joined.node().killKubelet();
    publish.letGo();
    joined.node().startKubelet();
    joined.awaitReady("raw");
    joined.await("the disk has what the pod wrote", () -> isWritten("disk"));

    Path devices = joined.node().root().resolve("plugins/kubernetes.io/csi/volumeDevices");
    assertThat(loopsOver(devices.resolve("disk/dev").resolve(uid))).hasSize(1);
    Hold unpublish = plain.failures.hold("NodeUnpublishVolume");
    cluster.kubectl("delete", "pod", "raw", "--wait=false");
    joined.await("the driver unpublishes", unpublish::hasBegun);
    joined.node().killKubelet();
    unpublish.letGo();
    joined.node().startKubelet();
    joined.awaitGone("raw");
    assertNothingLeft(uid);
    joined.await("nothing is left on disk", () -> !Files.exists(devices.resolve("disk")));
    assertThat(loopsOver(devices.resolve("disk/dev").resolve(uid))).isEmpty();
    assertThat(isWritten("disk")).isTrue();
  }

  private static List<Path> loopsOver(Path device) {
    try (DirectoryStream<Path> loops = Files.newDirectoryStream(Path.of("/sys/block"), "loop*")) {
      List<Path> found = new ArrayList<>();
      for (Path loop : loops) {
        Path file = loop.resolve("loop/backing_file");
        if (Files.exists(file) && Files.readString(file).startsWith(device.toString())) {
          found.add(loop);
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
