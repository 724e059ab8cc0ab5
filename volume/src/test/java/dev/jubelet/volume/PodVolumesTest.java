package dev.jubelet.volume;

import static dev.jubelet.volume.VolumePods.emptyDir;
import static dev.jubelet.volume.VolumePods.hostPath;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodVolumesTest {
  @TempDir Path root;
  private PodVolumes volumes;

  @BeforeEach
  void open() {
    volumes = VolumePods.volumes(root, new FakeMounts(), ObjectValues.NONE);
  }

  private static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode") & 07777;
  }

  private Path directory(String name) {
    return root.resolve("pods/uid-1/volumes/kubernetes.io~empty-dir").resolve(name);
  }

  @Test
  void aVolumeThatNoKindServesIsNotTakenForAnEmptyDirectory() {
    Volume flex =
        new VolumeBuilder()
            .withName("data")
            .withNewFlexVolume()
            .withDriver("acme/absent")
            .endFlexVolume()
            .build();
    assertThat(volumes.prepare(VolumePods.with(flex)))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "Unable to attach or mount volumes: unmounted volumes=[data], unattached"
                    + " volumes=[], failed to process volumes=[data]: failed to get Plugin from"
                    + " volumeSpec for volume \"data\" err=no volume plugin matched"));
  }

  @Test
  void noProgramIsRunForARepository() {
    Volume git =
        new VolumeBuilder()
            .withName("code")
            .withNewGitRepo()
            .withRepository("-x")
            .endGitRepo()
            .build();
    assertThat(volumes.prepare(VolumePods.with(git)))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "MountVolume.SetUp failed for volume \"code\" : git-repo volume plugin has been"
                    + " disabled; if necessary, it may be re-enabled by enabling the feature-gate"
                    + " `GitRepoVolumeDriver`"));
  }

  @Test
  void anEmptyDirIsMadeWhereUpstreamMakesItOpenToAllInAClosedPlace() throws IOException {
    assertThat(volumes.prepare(VolumePods.with(emptyDir("data"))))
        .isEqualTo(new VolumeOutcome.Ready(Map.of("data", directory("data"))));
    assertThat(mode(directory("data"))).isEqualTo(0777);
    for (String closed : new String[] {"pods", "pods/uid-1", "pods/uid-1/volumes"}) {
      assertThat(mode(root.resolve(closed))).isEqualTo(0750);
    }
    assertThat(directory("data").getParent())
        .isDirectoryNotContaining(p -> p.toString().contains(".new"));
  }

  @Test
  void preparingAgainLeavesWhatThePodHasMade() throws IOException {
    Pod pod = VolumePods.with(emptyDir("data"));
    volumes.prepare(pod);
    Files.writeString(directory("data").resolve("file"), "kept");
    Files.setAttribute(directory("data"), "unix:mode", 0700);
    volumes.prepare(pod);
    assertThat(directory("data").resolve("file")).hasContent("kept");
    assertThat(mode(directory("data"))).isEqualTo(0700);
  }

  @Test
  void aCrashWhileMakingAVolumeIsRepaired() throws IOException {
    Files.createDirectories(directory(".new-data"));
    volumes.prepare(VolumePods.with(emptyDir("data")));
    assertThat(mode(directory("data"))).isEqualTo(0777);
    assertThat(directory(".new-data")).doesNotExist();
  }

  @Test
  void anFsGroupOwnsTheVolumeAndWhatIsMadeInIt() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to give files away");
    Pod pod =
        new PodBuilder(VolumePods.with(emptyDir("data")))
            .editSpec()
            .withNewSecurityContext()
            .withFsGroup(2345L)
            .endSecurityContext()
            .endSpec()
            .build();
    volumes.prepare(pod);
    assertThat(mode(directory("data"))).isEqualTo(02777);
    Path made = Files.createFile(directory("data").resolve("made"));
    assertThat((int) Files.getAttribute(made, "unix:gid")).isEqualTo(2345);
  }

  @Test
  void aPodWithoutVolumesGetsItsDirectory() {
    assertThat(volumes.prepare(VolumePods.with())).isEqualTo(new VolumeOutcome.Ready(Map.of()));
    assertThat(root.resolve("pods/uid-1")).isDirectory();
  }

  @Test
  void aVolumeThatNoContainerMountsIsNotMade() {
    Pod pod =
        new PodBuilder(VolumePods.with(emptyDir("data"), hostPath("/missing", "Directory")))
            .editSpec()
            .editFirstContainer()
            .withVolumeMounts()
            .endContainer()
            .endSpec()
            .build();
    assertThat(volumes.prepare(pod)).isEqualTo(new VolumeOutcome.Ready(Map.of()));
    assertThat(directory("data")).doesNotExist();
  }

  @Test
  void everyVolumeThatFailsIsNamed() throws IOException {
    Files.createFile(root.resolve("pods"));
    assertThat(volumes.prepare(VolumePods.with(emptyDir("data"))))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                "Failed",
                "error making pod data directories: "
                    + root.resolve("pods")
                    + " is in the way: it should be a directory"));
    Files.delete(root.resolve("pods"));
    Path missing = root.resolve("missing");
    assertThat(volumes.prepare(VolumePods.with(emptyDir("../out"), hostPath("" + missing, "File"))))
        .isEqualTo(
            new VolumeOutcome.NotReady(
                List.of(
                    new VolumeOutcome.Problem(
                        "FailedMount",
                        "MountVolume.SetUp failed for volume \"../out\" : volume name \"../out\""
                            + " cannot be used as the name of a directory"),
                    new VolumeOutcome.Problem(
                        "FailedMount",
                        "MountVolume.SetUp failed for volume \"host\" : hostPath type check failed: "
                            + missing
                            + " is not a file"))));
  }

  @Test
  void theDirectoriesOnDiskAreListed() throws IOException {
    assertThat(volumes.list()).isEmpty();
    volumes.prepare(VolumePods.with());
    Files.createDirectory(root.resolve("pods/orphan"));
    Files.createFile(root.resolve("pods/file"));
    Files.createSymbolicLink(root.resolve("pods/link"), root);
    assertThat(volumes.list()).containsExactlyInAnyOrder(new PodUid("uid-1"), new PodUid("orphan"));
  }
}
