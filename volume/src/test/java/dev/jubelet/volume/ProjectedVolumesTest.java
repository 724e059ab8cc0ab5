package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectedVolumesTest {
  private static final Volume CONFIG =
      new VolumeBuilder()
          .withName("config")
          .withNewConfigMap()
          .withName("settings")
          .withDefaultMode(0644)
          .endConfigMap()
          .build();
  private static final Volume SECRET =
      new VolumeBuilder()
          .withName("keys")
          .withNewSecret()
          .withSecretName("keys")
          .withDefaultMode(0400)
          .endSecret()
          .build();
  private static final String FAILED = "MountVolume.SetUp failed for volume \"config\" : ";

  @TempDir Path root;
  private final FakeObjects objects = new FakeObjects();
  private final FakeMounts mounts = new FakeMounts();
  private PodVolumes volumes;

  @BeforeEach
  void open() {
    volumes = VolumePods.volumes(root, mounts, objects);
    objects.configMaps.put("settings", FakeObjects.found(Map.of("mode", "fast")));
    objects.secrets.put("keys", FakeObjects.found(Map.of("password", "s3cret")));
  }

  private Path config() {
    return root.resolve("pods/uid-1/volumes/kubernetes.io~configmap/config");
  }

  @Test
  void aConfigMapIsOnDiskAndASecretInMemory() {
    Path secret = root.resolve("pods/uid-1/volumes/kubernetes.io~secret/keys");
    assertThat(volumes.prepare(VolumePods.with(CONFIG, SECRET)))
        .isEqualTo(new VolumeOutcome.Ready(Map.of("config", config(), "keys", secret)));
    assertThat(config().resolve("mode")).hasContent("fast");
    assertThat(secret.resolve("password")).hasContent("s3cret");
    assertThat(mounts.mounted).containsExactly(new MountTable.Mount(secret, "tmpfs", "tmpfs"));
    assertThat(mounts.options).containsExactly("size=1073741824,mode=1777,noswap");
  }

  @Test
  void aMissingObjectIsWaitedForAndNothingIsMadeBefore() {
    objects.configMaps.clear();
    assertThat(volumes.prepare(VolumePods.with(CONFIG)))
        .isEqualTo(new VolumeOutcome.NotReady(FAILED + "configmap \"settings\" not found"));
    assertThat(config()).doesNotExist();
    objects.configMaps.put("settings", FakeObjects.found(Map.of("mode", "slow")));
    assertThat(volumes.prepare(VolumePods.with(CONFIG))).isInstanceOf(VolumeOutcome.Ready.class);
    assertThat(config().resolve("mode")).hasContent("slow");
  }

  @Test
  void aChangedObjectChangesTheFiles() throws IOException {
    Pod pod = VolumePods.with(CONFIG);
    volumes.prepare(pod);
    Path before = Files.readSymbolicLink(config().resolve("..data"));
    assertThat(volumes.refresh(pod)).isEmpty();
    assertThat(Files.readSymbolicLink(config().resolve("..data"))).isEqualTo(before);
    objects.configMaps.put("settings", FakeObjects.found(Map.of("mode", "slow", "new", "1")));
    assertThat(volumes.refresh(pod)).isEmpty();
    assertThat(config().resolve("mode")).hasContent("slow");
    assertThat(config().resolve("new")).hasContent("1");
    assertThat(config().resolve(before)).doesNotExist();
  }

  @Test
  void anObjectThatVanishesLeavesTheFilesAndIsTold() {
    Pod pod = VolumePods.with(CONFIG);
    volumes.prepare(pod);
    objects.configMaps.put("settings", new Lookup.Failed("timed out"));
    assertThat(volumes.refresh(pod)).containsExactly(FAILED + "timed out");
    assertThat(volumes.prepare(pod)).isInstanceOf(VolumeOutcome.Ready.class);
    assertThat(config().resolve("mode")).hasContent("fast");
  }

  private static Volume projected() {
    return new VolumeBuilder()
        .withName("all")
        .withNewProjected()
        .withDefaultMode(0644)
        .addNewSource()
        .withNewConfigMap()
        .withName("settings")
        .addNewItem("mode", 0400, "etc/mode")
        .endConfigMap()
        .endSource()
        .addNewSource()
        .withNewSecret()
        .withName("later")
        .withOptional(true)
        .endSecret()
        .endSource()
        .addNewSource()
        .withNewDownwardAPI()
        .addNewItem()
        .withPath("labels")
        .withNewFieldRef("v1", "metadata.labels")
        .endItem()
        .endDownwardAPI()
        .endSource()
        .endProjected()
        .build();
  }

  private static Pod labelled(Volume volume, String label) {
    return new PodBuilder(VolumePods.with(volume))
        .editMetadata()
        .addToLabels("stage", label)
        .endMetadata()
        .build();
  }

  @Test
  void anOptionalSourceMayComeLaterAndGoAgain() {
    Path all = root.resolve("pods/uid-1/volumes/kubernetes.io~projected/all");
    Pod pod = labelled(projected(), "test");
    assertThat(volumes.prepare(pod)).isInstanceOf(VolumeOutcome.Ready.class);
    assertThat(all.resolve("etc/mode")).hasContent("fast");
    assertThat(all.resolve("key")).doesNotExist();
    objects.secrets.put("later", FakeObjects.found(Map.of("key", "k")));
    assertThat(volumes.refresh(pod)).isEmpty();
    assertThat(all.resolve("key")).hasContent("k");
    objects.secrets.remove("later");
    assertThat(volumes.refresh(pod)).isEmpty();
    assertThat(Files.exists(all.resolve("key"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(all.resolve("etc/mode")).hasContent("fast");
  }

  @Test
  void aVolumeWithNothingButAnOptionalSourceIsEmptyUntilItComes() {
    Volume optional =
        new VolumeBuilder(CONFIG)
            .editConfigMap()
            .withName("later")
            .withOptional(true)
            .endConfigMap()
            .build();
    Pod pod = VolumePods.with(optional);
    assertThat(volumes.prepare(pod)).isInstanceOf(VolumeOutcome.Ready.class);
    objects.configMaps.put("later", FakeObjects.found(Map.of("mode", "late")));
    assertThat(volumes.refresh(pod)).isEmpty();
    assertThat(config().resolve("mode")).hasContent("late");
  }

  @Test
  void aKeyThatIsTakenAwayIsMissedOnlyWhereItIsAskedFor() {
    volumes.prepare(VolumePods.with(CONFIG));
    objects.configMaps.put("settings", FakeObjects.found(Map.of("other", "1")));
    assertThat(volumes.refresh(VolumePods.with(CONFIG))).isEmpty();
    assertThat(Files.exists(config().resolve("mode"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    Pod asking = labelled(projected(), "test");
    objects.configMaps.put("settings", FakeObjects.found(Map.of("mode", "fast")));
    volumes.prepare(asking);
    objects.configMaps.put("settings", FakeObjects.found(Map.of("other", "1")));
    assertThat(volumes.refresh(asking))
        .containsExactly(
            "MountVolume.SetUp failed for volume \"all\" : configmap references non-existent"
                + " config key: mode");
    assertThat(root.resolve("pods/uid-1/volumes/kubernetes.io~projected/all/etc/mode"))
        .hasContent("fast");
  }

  @Test
  void labelsOfThePodAreFollowedWhileItRuns() {
    volumes.prepare(labelled(projected(), "test"));
    volumes.refresh(labelled(projected(), "live"));
    assertThat(root.resolve("pods/uid-1/volumes/kubernetes.io~projected/all/labels"))
        .hasContent("stage=\"live\"");
  }

  @Test
  void whatIsNotThereIsNotRefreshed() {
    assertThat(volumes.refresh(VolumePods.with(CONFIG))).isEmpty();
    assertThat(config()).doesNotExist();
  }

  @Test
  void aKeyThatLeadsElsewhereIsRefused() {
    objects.configMaps.put("settings", FakeObjects.found(Map.of("../../../../evil", "x")));
    assertThat(volumes.prepare(VolumePods.with(CONFIG)))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                FAILED + "invalid path: must not contain '..': ../../../../evil"));
    assertThat(root.resolve("pods/evil")).doesNotExist();
  }

  @Test
  void mountsBelowFindTheirMountPoints() throws IOException {
    Pod pod =
        new PodBuilder(VolumePods.with(CONFIG))
            .editSpec()
            .addToVolumes(VolumePods.emptyDir("cache"))
            .editFirstContainer()
            .addNewVolumeMount()
            .withName("cache")
            .withMountPath("/m/var/cache")
            .endVolumeMount()
            .endContainer()
            .endSpec()
            .build();
    volumes.prepare(pod);
    assertThat(config().resolve("var/cache")).isDirectory();
    objects.configMaps.put("settings", FakeObjects.found(Map.of("var", "x")));
    assertThat(volumes.refresh(pod))
        .containsExactly(FAILED + "\"var\" is both a file of the volume and a mount path below it");
  }
}
