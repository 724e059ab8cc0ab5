package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.PathBytes;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.volume.disk.TreeRemover;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is mounted below the directory of a pod that ends, on a real kernel. */
@Timeout(60)
class EndedMountsTest {
  private static final PodUid UID = new PodUid("uid-1");

  @TempDir Path directory;
  private final LinuxMounts mounts = new LinuxMounts();
  private Path top;
  private Path host;
  private Path pod;
  private PodVolumes volumes;

  /** All is on one file system, of which mounts are seen in every copy, as on most machines. */
  @BeforeEach
  void prepare() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    top = directory.toRealPath();
    mounts.mount("tmpfs", "machine", top, "size=4m,mode=755");
    mounts.share(top);
    host = Files.createDirectories(top.resolve("host/data"));
    Path root = Files.createDirectory(top.resolve("root"));
    volumes = VolumePods.volumes(root, mounts, ObjectValues.NONE);
    volumes.prepare(VolumePods.with(VolumePods.emptyDir("data")));
    pod = root.resolve("pods/uid-1");
  }

  @AfterEach
  void unmount() {
    for (MountTable.Mount mount : mounts.table().at(top).reversed()) {
      mounts.unmount(mount.point());
    }
  }

  private Path disk(Path point) throws IOException {
    Files.createDirectories(point);
    mounts.mount("tmpfs", "disk", point, "size=65536");
    Files.writeString(point.resolve("precious"), "x");
    return point;
  }

  private void bind(Path source, Path point) throws IOException {
    Files.createDirectories(point);
    try (Descriptor open = Descriptor.open(source)) {
      mounts.bind(open, point);
    }
  }

  private void assertGone() {
    assertThat(pod).doesNotExist();
    assertThat(mounts.table().at(pod)).isEmpty();
  }

  @Test
  void aDiskThatTheHostMountsBelowASubPathStaysMounted() throws IOException {
    Path target = pod.resolve("volume-subpaths/data/main/0");
    Path part = Files.createDirectory(host.resolve("part"));
    assertThat(volumes.bind(new SubPathMount("data", host, "part", target))).isEmpty();
    Path disk = disk(part.resolve("disk"));
    assertThat(target.resolve("disk/precious")).hasContent("x");
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(disk.resolve("precious")).hasContent("x");
    assertThat(volumes.remove(UID)).isEmpty();
    assertGone();
    assertThat(disk.resolve("precious")).hasContent("x");
  }

  @Test
  void aCopyOfTheWholeMachineIsTakenAwayAndTheMachineStays() throws Exception {
    Path disk = disk(top.resolve("disk"));
    Path place = Files.createDirectories(pod.resolve("volumes/kubernetes.io~empty-dir/data/all"));
    assertThat(
            new ProcessBuilder("mount", "--rbind", top.toString(), place.toString())
                .start()
                .waitFor())
        .isZero();
    assertThat(place.resolve("disk/precious")).hasContent("x");
    assertThat(volumes.remove(UID)).isEmpty();
    assertGone();
    assertThat(disk.resolve("precious")).hasContent("x");
    assertThat(host).isDirectory();
  }

  @Test
  void mountsOnOneAnotherAndOneInUseAreTakenAwayOnceNobodyUsesThem() throws IOException {
    Path twice = pod.resolve("volumes/kubernetes.io~empty-dir/data/twice");
    disk(twice);
    disk(twice);
    Path busy = disk(pod.resolve("volumes/kubernetes.io~empty-dir/data/busy"));
    try (var held = Files.newInputStream(busy.resolve("precious"))) {
      assertThat(volumes.release(UID)).singleElement().asString().contains(busy + " is still");
      assertThat(held.read()).isEqualTo('x');
      assertThat(busy.resolve("precious")).hasContent("x");
    }
    assertThat(volumes.remove(UID)).isEmpty();
    assertGone();
  }

  @Test
  void namesThatAreNoTextAreNoTrouble() throws IOException {
    byte[] name = {'/', (byte) 0xff, 'n'};
    Path data = pod.resolve("volumes/kubernetes.io~empty-dir/data");
    Path odd = Files.createDirectory(data.resolve(PathBytes.path(name).getFileName()));
    Files.createDirectories(odd.resolve("more"));
    disk(odd.resolve(PathBytes.path(name).getFileName()));
    assertThat(volumes.remove(UID)).isEmpty();
    assertGone();
  }

  @Test
  void aMountThatComesWhileATreeIsDeletedIsNotEntered() throws IOException {
    Path precious = Files.writeString(host.resolve("precious"), "x");
    Path tree = Files.createDirectories(top.resolve("tree/a/b"));
    bind(host, tree);
    assertThatThrownBy(() -> TreeRemover.remove(top, Path.of("tree")))
        .hasMessageContaining("cannot delete " + tree)
        .hasMessageContaining("is a mount");
    assertThat(precious).hasContent("x");
    assertThatThrownBy(() -> TreeRemover.remove(tree.resolveSibling(""), Path.of("b")))
        .hasMessageContaining("is a mount");
    assertThat(precious).hasContent("x");
  }

  @Test
  void aLinkInThePlaceOfTheVolumesLeadsToNobodyElses() throws IOException {
    Path other = top.resolve("root/pods/other/volumes");
    Path disk = disk(other.resolve("kubernetes.io~nfs/share"));
    Path file = Files.writeString(other.resolve("file"), "x");
    assertThat(volumes.release(UID)).isEmpty();
    Files.createSymbolicLink(pod.resolve("volumes"), other);
    Files.writeString(pod.resolve("volumeDevices"), "not a directory");
    Files.createSymbolicLink(pod.resolve("volume-subpaths"), other);
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(pod).isEmptyDirectory();
    assertThat(volumes.remove(UID)).isEmpty();
    assertGone();
    assertThat(file).hasContent("x");
    assertThat(disk.resolve("precious")).hasContent("x");
  }

  @Test
  void aPartThatCouldBeOpenedOnlyAfterItsPodHasEndedIsNotBound() throws IOException {
    Files.writeString(host.resolve("file"), "x", StandardCharsets.UTF_8);
    assertThat(volumes.remove(UID)).isEmpty();
    SubPathMount late =
        new SubPathMount("data", host, "file", pod.resolve("volume-subpaths/data/main/0"));
    assertThat(volumes.bind(late)).get().asString().contains("the pod has ended meanwhile");
    assertGone();
  }
}
