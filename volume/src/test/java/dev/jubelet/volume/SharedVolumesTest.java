package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.attach.AttachingWorld;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.projection.ClusterSources;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeDeviceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two pods want the same persistent volume. */
final class SharedVolumesTest {
  private static final PodUid A = new PodUid("a");
  private static final PodUid B = new PodUid("b");
  private static final String REFUSAL =
      "volume uses the ReadWriteOncePod access mode and is already in use by another pod";
  private static final Volume CLAIM =
      new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build();

  @TempDir Path root;
  private final FakeMounts mounts = new FakeMounts();
  private final AttachingWorld world = new AttachingWorld();
  private final PersistentVolume persistent =
      new PersistentVolumeBuilder()
          .withNewMetadata()
          .withName("pv-1")
          .endMetadata()
          .withNewSpec()
          .withAccessModes("ReadWriteOncePod")
          .withNewNfs()
          .endNfs()
          .endSpec()
          .build();
  private SelinuxPolicy policy = SelinuxPolicy.OFF;
  private FakePlugin kind;
  private PodVolumes volumes;

  @BeforeEach
  void make() {
    kind = new FakePlugin(root);
    start();
  }

  /** An agent that has just started. */
  private void start() {
    volumes =
        new PodVolumes(
            new VolumeConfig(
                root,
                ObjectValues.NONE,
                ClusterSources.NONE,
                new VolumePlugins(
                    (pod, volume) -> new VolumeSpec.Bound(persistent, new PersistentVolumeClaim()),
                    List.of(kind),
                    List::of,
                    Optional.of(world.start())),
                Map::of,
                new ManualTimers(),
                VolumeConfig.Reporting.NOBODY,
                new VolumeConfig.SelinuxMounts(policy, true)),
            mounts);
    volumes.reconstruct();
  }

  private static Pod pod(PodUid uid, Volume volume) {
    Pod pod = VolumePods.with(volume);
    pod.getMetadata().setUid(uid.value());
    return pod;
  }

  private Pod claiming(PodUid uid) {
    Pod pod = pod(uid, CLAIM);
    if ("Block".equals(persistent.getSpec().getVolumeMode())) {
      var container = pod.getSpec().getContainers().getFirst();
      container.setVolumeMounts(List.of());
      container.setVolumeDevices(
          List.of(new VolumeDeviceBuilder().withName("data").withDevicePath("/d").build()));
    }
    return pod;
  }

  private void assertReady(Pod pod) {
    assertThat(volumes.prepare(pod)).isInstanceOf(VolumeOutcome.Ready.class);
  }

  private void assertRefused(Pod pod, String why) {
    assertThat(volumes.prepare(pod))
        .isInstanceOfSatisfying(
            VolumeOutcome.NotReady.class, told -> assertThat(told.message()).contains(why));
  }

  @ParameterizedTest
  @CsvSource({
    "ReadWriteOncePod, true",
    "ReadWriteOnce, false",
    "ReadWriteMany, false",
    "ReadWriteOncePod|ReadWriteOnce, false",
  })
  void onlyAVolumeThatIsForOnePodAloneIsKeptFromOthers(String modes, boolean refused) {
    persistent.getSpec().setAccessModes(List.of(modes.split("\\|", -1)));
    assertReady(claiming(A));
    if (refused) {
      assertRefused(claiming(B), REFUSAL);
      assertThat(kind.calls).containsExactly("setUp pv-1");
    } else {
      assertReady(claiming(B));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Filesystem", "Block"})
  void theOtherPodGetsItWhenTheFirstIsGone(String mode) {
    persistent.getSpec().setVolumeMode(mode);
    assertReady(claiming(A));
    assertReady(claiming(A));
    assertRefused(claiming(B), REFUSAL);
    assertThat(volumes.release(A)).isEmpty();
    assertThat(world.woken).containsExactly(B);
    assertReady(claiming(B));
    assertRefused(claiming(A), REFUSAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Filesystem", "Block"})
  void anotherAgentKnowsFromTheDiskWhoHasIt(String mode) {
    persistent.getSpec().setVolumeMode(mode);
    assertReady(claiming(A));
    start();
    assertRefused(claiming(B), REFUSAL);
    assertReady(claiming(A));
    assertThat(volumes.release(A)).isEmpty();
    assertReady(claiming(B));
  }

  @Test
  void aPodThatDidNotGetItKeepsNobodyFromIt() {
    kind.failure = Optional.of("the server is gone");
    assertRefused(claiming(A), "the server is gone");
    kind.failure = Optional.empty();
    assertReady(claiming(B));
    assertRefused(claiming(A), REFUSAL);
  }

  @Test
  void aVolumeThatAPodCannotLetGoOfStaysItsOwn() {
    assertReady(claiming(A));
    kind.failure = Optional.of("the server is gone");
    assertThat(volumes.release(A)).hasSize(1);
    kind.failure = Optional.empty();
    assertRefused(claiming(B), REFUSAL);
  }

  @Test
  void aVolumeInAPodOfTheSameNameIsAnother() {
    Volume inline = new VolumeBuilder().withName("pv-1").withNewNfs().endNfs().build();
    assertReady(pod(A, inline));
    assertReady(claiming(B));
    assertThat(volumes.release(B)).isEmpty();
    start();
    assertReady(pod(A, inline));
    assertReady(claiming(B));
  }

  private void mountedEarlier(String label) throws IOException {
    policy = new SelinuxPolicy(true, "system_u:object_r:container_file_t:s0");
    persistent.getSpec().setAccessModes(List.of("ReadWriteMany"));
    Path point =
        Files.createDirectories(root.resolve("pods/a/volumes/" + FakePlugin.PLUGIN + "/pv-1"));
    mounts.mounted.add(
        new MountTable.Mount(point.toRealPath(), "ext4", "/dev/sdb", 1, true, label));
    mounts.mounted.add(
        new MountTable.Mount(point.toRealPath().resolve("in/it"), "ext4", "/dev/sdc"));
    start();
  }

  private Pod labelled(PodUid uid) {
    Pod pod = claiming(uid);
    pod.getSpec()
        .setSecurityContext(
            new PodSecurityContextBuilder()
                .withNewSeLinuxOptions("s0:c1,c2", null, null, null)
                .build());
    return pod;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "u:r:t:s0:c7,c8"})
  void aMountOfAnEarlierAgentWithAnotherLabelOrNoneIsWaitedFor(String label) throws IOException {
    mountedEarlier(label);
    assertRefused(
        labelled(B),
        "different SELinux labels: \"%s\" and \"system_u:object_r:container_file_t:s0:c1,c2\""
            .formatted(label));
    assertThat(kind.calls).isEmpty();
    mounts.mounted.clear();
    assertThat(volumes.release(A)).isEmpty();
    assertThat(world.woken).containsExactly(B);
    assertReady(labelled(B));
  }

  @Test
  void aMountWithoutALabelIsSharedByPodsWithoutOne() throws IOException {
    mountedEarlier("");
    assertReady(claiming(B));
    assertReady(claiming(A));
    assertRefused(labelled(new PodUid("c")), "different SELinux labels");
  }
}
