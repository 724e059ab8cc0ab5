package dev.jubelet.volume;

import static dev.jubelet.volume.VolumePods.emptyDir;
import static dev.jubelet.volume.VolumePods.hostPath;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.disk.VolumeOwnership;
import dev.jubelet.volume.plugin.Claims;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.projection.ClusterSources;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpecBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeDeviceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginVolumesTest {
  private static final PodUid UID = new PodUid("uid-1");
  private static final Volume INLINE =
      new VolumeBuilder().withName("share").withNewNfs().endNfs().build();
  private static final Volume CLAIM =
      new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build();

  private static final String UNPROCESSED =
      "Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed"
          + " to process volumes=[data]: ";

  @TempDir Path root;
  private FakePlugin kind;
  private final FakeMeter meter = new FakeMeter();
  private final List<NodeEvent> events = new ArrayList<>();
  private final FakeMounts mounts = new FakeMounts();
  private PersistentVolume persistent =
      new PersistentVolumeBuilder()
          .withNewMetadata()
          .withName("pv-1")
          .endMetadata()
          .withNewSpec()
          .withNewNfs()
          .endNfs()
          .endSpec()
          .build();
  private VolumeConfig.SelinuxMounts labelling = VolumeConfig.SelinuxMounts.NONE;
  private PodVolumes volumes;

  @BeforeEach
  void make() {
    kind = new FakePlugin(root);
    volumes =
        withClaims((pod, volume) -> new VolumeSpec.Bound(persistent, new PersistentVolumeClaim()));
  }

  private PodVolumes withClaims(Claims claims) {
    return with(claims, new ManualTimers());
  }

  private PodVolumes with(Claims claims, Timers timers) {
    return new PodVolumes(
        new VolumeConfig(
            root,
            ObjectValues.NONE,
            ClusterSources.NONE,
            new VolumePlugins(claims, List.of(kind)),
            Map::of,
            timers,
            new VolumeConfig.Reporting(meter, events::add),
            labelling),
        mounts);
  }

  private Path volume(String name) {
    return root.resolve("pods/uid-1/volumes").resolve(FakePlugin.PLUGIN).resolve(name);
  }

  @Test
  void aKindSetsUpItsOwnVolumesInThePodAndBehindClaims() {
    VolumeOutcome outcome = volumes.prepare(VolumePods.with(INLINE, CLAIM, emptyDir("scratch")));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            VolumeOutcome.Ready.class,
            ready ->
                assertThat(ready.hostPaths())
                    .containsEntry("share", volume("share"))
                    .containsEntry("data", volume("pv-1"))
                    .containsKey("scratch"));
    assertThat(kind.calls).containsExactlyInAnyOrder("setUp share", "setUp pv-1");
  }

  @Test
  void volumesThatOthersProvideAreMadeAndEndedSideBySide() {
    CyclicBarrier together = new CyclicBarrier(2);
    kind.before =
        () -> {
          try {
            together.await(1, TimeUnit.MINUTES);
          } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new VolumeException("the other one is not under way: " + e);
          }
        };
    assertThat(volumes.prepare(VolumePods.with(INLINE, CLAIM)))
        .isInstanceOf(VolumeOutcome.Ready.class);
    assertThat(volumes.release(UID)).isEmpty();
  }

  @Test
  void whatTheDiskShowsIsEndedByItsKindAlsoByAnAgentThatNeverSawThePod() {
    volumes.prepare(VolumePods.with(INLINE, CLAIM));
    kind.calls.clear();
    PodVolumes another = withClaims(Claims.NONE);
    assertThat(another.release(UID)).isEmpty();
    assertThat(kind.calls).containsExactlyInAnyOrder("tearDown pv-1", "tearDown share");
    assertThat(root.resolve("pods/uid-1/volumes")).doesNotExist();
  }

  @Test
  void aVolumeThatItsKindCannotEndIsLeftAlone() throws IOException {
    volumes.prepare(VolumePods.with(INLINE));
    Path file = Files.writeString(volume("share").resolve("precious"), "x");
    mounts.mounted.add(new MountTable.Mount(volume("share").toRealPath(), "nfs4"));
    kind.failure = Optional.of("the server is gone");
    assertThat(volumes.release(UID))
        .containsExactly("UnmountVolume.TearDown failed for volume \"share\" : the server is gone");
    assertThat(volumes.remove(UID)).hasSize(1);
    assertThat(file).exists();
    assertThat(mounts.mounted).hasSize(1);
  }

  @Test
  void partsOfAVolumeAreUnmountedBeforeTheVolume() throws IOException {
    volumes.prepare(VolumePods.with(INLINE));
    Path part = Files.createDirectories(root.resolve("pods/uid-1/volume-subpaths/share/web/0"));
    mounts.mounted.add(new MountTable.Mount(part.toRealPath(), "nfs4"));
    mounts.busy.add(part.toRealPath());
    assertThat(volumes.release(UID)).singleElement().asString().contains("volume-subpaths");
    assertThat(kind.calls).containsExactly("setUp share");
    mounts.busy.clear();
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(kind.calls).containsExactly("setUp share", "tearDown share");
  }

  @Test
  void aBlockVolumeIsForDevicesOnly() {
    persistent.getSpec().setVolumeMode("Block");
    assertThat(volumes.prepare(VolumePods.with(CLAIM)))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                UNPROCESSED
                    + "volume data has volumeMode Block, but is specified in volumeMounts"));
    Pod pod = withDevice();
    assertThat(volumes.prepare(pod)).isInstanceOf(VolumeOutcome.Ready.class);
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(kind.calls).containsExactly("setUp pv-1", "tearDown pv-1");
    persistent.getSpec().setVolumeMode("Filesystem");
    assertThat(volumes.prepare(pod))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                UNPROCESSED
                    + "volume data has volumeMode Filesystem, but is specified in"
                    + " volumeDevices"));
  }

  private static Pod withDevice() {
    Pod pod = VolumePods.with(CLAIM);
    Container container = pod.getSpec().getContainers().getFirst();
    container.setVolumeMounts(List.of());
    container.setVolumeDevices(
        List.of(new VolumeDeviceBuilder().withName("data").withDevicePath("/d").build()));
    return pod;
  }

  @Test
  void aDeviceThatCannotBeHadIsToldAsSuch() {
    persistent.getSpec().setVolumeMode("Block");
    kind.failure = Optional.of("no such disk");
    assertThat(volumes.prepare(withDevice()))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "FailedMapVolume",
                "MapVolume.SetUpDevice failed for volume \"pv-1\" : no such disk"));
  }

  @Test
  void aDeviceThatAPodHasGotIsToldOnce() {
    persistent.getSpec().setVolumeMode("Block");
    volumes.prepare(withDevice());
    volumes.prepare(withDevice());
    assertThat(events)
        .extracting(NodeEvent::reason, NodeEvent::message)
        .containsExactly(
            tuple(
                "SuccessfulMountVolume",
                "MapVolume.MapPodDevice succeeded for volume \"pv-1\" globalMapPath"
                    + " \"/global/pv-1\""),
            tuple(
                "SuccessfulMountVolume",
                "MapVolume.MapPodDevice succeeded for volume \"pv-1\" volumeMapPath \""
                    + root.resolve("pods/uid-1/volumeDevices/kubernetes.io~nfs")
                    + "\""));
  }

  private void makeWithLabels() {
    labelling =
        new VolumeConfig.SelinuxMounts(
            new SelinuxPolicy(true, "system_u:object_r:container_file_t:s0"), false);
    make();
  }

  private static Pod labelledPod() {
    Pod pod = VolumePods.with(CLAIM);
    pod.getSpec()
        .setSecurityContext(
            new PodSecurityContextBuilder()
                .withNewSeLinuxOptions("s0:c1,c2", null, null, null)
                .build());
    return pod;
  }

  @Test
  void aVolumeIsMountedWithTheLabelOfItsPodOrTheRuntimeChangesLabels() {
    makeWithLabels();
    kind.supportsSelinuxRelabel = true;
    Pod pod = labelledPod();
    assertThat(volumes.prepare(pod))
        .isInstanceOfSatisfying(
            VolumeOutcome.Ready.class,
            ready -> assertThat(ready.relabelled()).containsExactly("data"));
    assertThat(kind.calls).containsExactly("setUp pv-1");
    assertThat(volumes.release(UID)).isEmpty();
    kind.calls.clear();
    persistent.getSpec().setAccessModes(List.of("ReadWriteOncePod"));
    assertThat(volumes.prepare(pod))
        .isInstanceOfSatisfying(
            VolumeOutcome.Ready.class, ready -> assertThat(ready.relabelled()).isEmpty());
    assertThat(kind.calls)
        .containsExactly("setUp pv-1 as system_u:object_r:container_file_t:s0:c1,c2");
  }

  @Test
  void theLabelOfAMountThatAnEarlierAgentHasMadeCountsForOtherPods() throws IOException {
    makeWithLabels();
    persistent.getSpec().setAccessModes(List.of("ReadWriteOncePod"));
    Path pods = Files.createDirectories(root.resolve("pods")).toRealPath();
    Path point =
        Files.createDirectories(pods.resolve("uid-0/volumes/" + FakePlugin.PLUGIN + "/pv-1"));
    mounts.mounted.add(new MountTable.Mount(point, "ext4", "/dev/sdb", 1, false, "u:r:t:s0:c7,c8"));
    volumes.reconstruct();
    Pod pod = labelledPod();
    assertThat(volumes.prepare(pod))
        .isInstanceOfSatisfying(
            VolumeOutcome.NotReady.class,
            waiting -> assertThat(waiting.message()).contains("different SELinux labels"));
    assertThat(kind.calls).doesNotContain("setUp pv-1");
  }

  /** Time flies: the first timer fires as soon as it is set. */
  private static final class HastyTimers implements Timers {
    private final ManualTimers slow = new ManualTimers();
    private boolean fired;

    @Override
    public Instant now() {
      return slow.now();
    }

    @Override
    public long nanoTime() {
      return slow.nanoTime();
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      if (!fired) {
        fired = true;
        task.run();
      }
      return slow.after(delay, () -> {});
    }
  }

  @Test
  void aWalkThatTakesLongIsToldToThePod() {
    Pod pod =
        new PodBuilder(VolumePods.with(INLINE))
            .editSpec()
            .withNewSecurityContext()
            .withFsGroup(4000L)
            .endSecurityContext()
            .endSpec()
            .build();
    kind.before =
        () -> {
          try {
            VolumeOwnership.apply(pod, root, FsGroup.GroupAccess.READ_AND_WRITE);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    with(Claims.NONE, new HastyTimers()).prepare(pod);
    assertThat(events)
        .extracting(NodeEvent::reason)
        .containsExactly("VolumePermissionChangeInProgress");
  }

  @Test
  void aKindWithoutDevicesIsNotAskedForOne() {
    persistent.getSpec().setVolumeMode("Block");
    kind.devices = false;
    assertThat(volumes.prepare(withDevice()))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "FailedMapVolume",
                "MapVolume.SetUpDevice failed for volume \"pv-1\" : volumes of this kind cannot"
                    + " have the volumeMode Block"));
    assertThat(kind.calls).isEmpty();
  }

  @Test
  void aClaimOnAPathOfTheHostNeedsNoKind() {
    persistent.getSpec().setNfs(null);
    assertThat(volumes.prepare(VolumePods.with(CLAIM)))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                UNPROCESSED
                    + "failed to get Plugin from volumeSpec for volume \"pv-1\" err=no volume"
                    + " plugin matched"));
    persistent =
        new PersistentVolumeBuilder(persistent)
            .editSpec()
            .withNewHostPath(root.toString(), "Directory")
            .endSpec()
            .build();
    assertThat(volumes.prepare(VolumePods.with(CLAIM)))
        .isEqualTo(new VolumeOutcome.Ready(Map.of("data", root)));
  }

  @Test
  void kindsThatTakeNoMountOptionsRefuseThem() {
    for (PersistentVolumeSpec source :
        List.of(
            new PersistentVolumeSpecBuilder().withNewHostPath("/", "Directory").build(),
            new PersistentVolumeSpecBuilder().withNewFlexVolume().endFlexVolume().build())) {
      source.setMountOptions(List.of("noatime"));
      persistent.setSpec(source);
      assertThat(volumes.prepare(VolumePods.with(CLAIM)))
          .isEqualTo(
              new VolumeOutcome.NotReady(
                  "MountVolume.MountOptionSupport check failed for volume \"pv-1\" : mount options"
                      + " are not supported for this volume type"));
    }
  }

  @Test
  void runningPodsHaveTheirVolumesLookedAfter() {
    volumes.prepare(VolumePods.with(CLAIM));
    assertThat(volumes.refresh(VolumePods.with(CLAIM))).isEmpty();
    assertThat(kind.calls).containsExactly("setUp pv-1", "refresh pv-1");
  }

  @Test
  void aTearDownWaitsForTheSetUpThatThePodGaveUp() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    kind.before =
        () -> {
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    Thread lane = Thread.ofVirtual().start(() -> volumes.prepare(VolumePods.with(INLINE)));
    begun.await();
    lane.interrupt();
    lane.join();
    Thread end = Thread.ofVirtual().start(() -> volumes.release(UID));
    go.countDown();
    end.join();
    assertThat(kind.calls).containsExactly("setUp share", "tearDown share");
  }

  @Test
  void operationsAreToldOnceForEachVolumeThatIsMadeAndEnded() {
    Pod pod = VolumePods.with(INLINE, emptyDir("scratch"));
    volumes.prepare(pod);
    volumes.prepare(pod);
    assertThat(meter.reported)
        .containsExactly(
            "volume_mount kubernetes.io/empty-dir",
            "ready kubernetes.io/empty-dir",
            "volume_mount kubernetes.io/nfs",
            "ready kubernetes.io/nfs");
    meter.reported.clear();
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(meter.reported)
        .containsExactly(
            "volume_unmount kubernetes.io/nfs", "volume_unmount kubernetes.io/empty-dir");
  }

  @Test
  void eachTryThatFailsIsAnOperation() {
    kind.failure = Optional.of("the server is gone");
    volumes.prepare(VolumePods.with(INLINE));
    volumes.prepare(VolumePods.with(INLINE));
    kind.failure = Optional.empty();
    volumes.prepare(VolumePods.with(INLINE));
    assertThat(meter.reported)
        .containsExactly(
            "volume_mount kubernetes.io/nfs failed",
            "volume_mount kubernetes.io/nfs failed",
            "volume_mount kubernetes.io/nfs",
            "ready kubernetes.io/nfs");
  }

  @Test
  void volumesThatAreWantedAndThatAreThereAreCounted() {
    kind.failure = Optional.of("the server is gone");
    volumes.prepare(VolumePods.with(INLINE, CLAIM, emptyDir("scratch")));
    assertThat(volumes.stateOfWorld().desired())
        .isEqualTo(Map.of("kubernetes.io/nfs", 2, "kubernetes.io/empty-dir", 1));
    assertThat(volumes.stateOfWorld().actual()).isEqualTo(Map.of("kubernetes.io/empty-dir", 1));
    kind.failure = Optional.empty();
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(volumes.stateOfWorld().desired()).isEmpty();
    assertThat(volumes.stateOfWorld().actual()).isEmpty();
  }

  @Test
  void whatAnEarlierAgentLeftIsLookedThroughAndWhatNobodyKnowsIsClearedAway() throws IOException {
    volumes.prepare(VolumePods.with(INLINE, emptyDir("scratch")));
    Files.createDirectories(root.resolve("pods/uid-1/volumes/vendor~gone/lost"));
    meter.reported.clear();
    PodVolumes another = withClaims(Claims.NONE);
    another.reconstruct();
    assertThat(meter.reported)
        .containsExactlyInAnyOrder("reconstructed", "reconstructed", "reconstructed failed");
    assertThat(another.stateOfWorld().actual())
        .isEqualTo(Map.of("kubernetes.io/nfs", 1, "kubernetes.io/empty-dir", 1));
    assertThat(another.stateOfWorld().desired()).isEmpty();
    meter.reported.clear();
    assertThat(another.release(UID)).isEmpty();
    assertThat(another.remove(UID)).isEmpty();
    assertThat(meter.reported)
        .containsExactly(
            "volume_unmount kubernetes.io/nfs",
            "volume_unmount kubernetes.io/empty-dir",
            "force cleaned");
    assertThat(another.stateOfWorld().actual()).isEmpty();
  }

  @Test
  void aPodThatRanOnUnderAnEarlierAgentWantsAndHasItsVolumes() {
    Pod pod = VolumePods.with(INLINE, emptyDir("scratch"), hostPath("/", ""));
    volumes.prepare(pod);
    meter.reported.clear();
    PodVolumes another = withClaims(Claims.NONE);
    another.reconstruct();
    assertThat(another.refresh(pod)).isEmpty();
    Map<String, Integer> all =
        Map.of("kubernetes.io/nfs", 1, "kubernetes.io/empty-dir", 1, "kubernetes.io/host-path", 1);
    assertThat(another.stateOfWorld().desired()).isEqualTo(all);
    assertThat(another.stateOfWorld().actual()).isEqualTo(all);
    assertThat(meter.reported).containsExactly("reconstructed", "reconstructed");
    assertThat(another.release(UID)).isEmpty();
    assertThat(another.stateOfWorld().actual()).isEmpty();
  }
}
