package dev.jubelet.volume;

import static dev.jubelet.volume.VolumePods.emptyDir;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodRemovalTest {
  private static final PodUid UID = new PodUid("uid-1");

  @TempDir Path root;
  private final FakeMounts mounts = new FakeMounts();
  private PodVolumes volumes;
  private Path data;

  @BeforeEach
  void prepare() {
    volumes = VolumePods.volumes(root, mounts, ObjectValues.NONE);
    volumes.prepare(VolumePods.with(emptyDir("data")));
    data = root.resolve("pods/uid-1/volumes/kubernetes.io~empty-dir/data");
  }

  @Test
  void everythingOfThePodGoesAndNothingElse() throws IOException {
    Files.createDirectories(data.resolve("a/b/c"));
    Files.writeString(data.resolve("a/b/file"), "x");
    Path other = Files.createDirectory(root.resolve("pods/uid-2"));
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
    assertThat(other).exists();
    assertThat(volumes.remove(UID)).isEmpty();
  }

  @Test
  void linksAreDeletedAndNotFollowed() throws IOException {
    Path outside = Files.createDirectory(root.resolve("outside"));
    Path precious = Files.writeString(outside.resolve("precious"), "x");
    Files.createSymbolicLink(data.resolve("to-directory"), outside);
    Files.createSymbolicLink(data.resolve("to-file"), precious);
    Files.createSymbolicLink(data.resolve("dangling"), Path.of("/nowhere"));
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
    assertThat(precious).hasContent("x");
  }

  @Test
  void aLinkInThePlaceOfThePodsDirectoryIsRefused() throws IOException {
    Path outside = Files.createDirectories(root.resolve("outside/precious"));
    Files.createSymbolicLink(root.resolve("pods/uid-3"), root.resolve("outside"));
    assertThat(volumes.remove(new PodUid("uid-3")))
        .singleElement()
        .asString()
        .contains("uid-3 is not a directory");
    assertThat(outside).exists();
  }

  @Test
  void whileSomethingIsMountedInsideNothingIsDeletedAndTheMountIsNamed() throws IOException {
    Path file = Files.writeString(data.resolve("file"), "x");
    Path point = root.toRealPath().resolve("pods/uid-1/volumes/x");
    mounts.mounted.add(new MountTable.Mount(point, "nfs4"));
    mounts.busy.add(point);
    assertThat(volumes.remove(UID))
        .singleElement()
        .asString()
        .startsWith(point + " is still mounted (nfs4), unmount " + point)
        .contains("busy");
    assertThat(volumes.release(UID)).hasSize(1);
    assertThat(file).exists();
    mounts.busy.clear();
    Path other = root.toRealPath().resolve("pods/uid-10");
    mounts.mounted.add(new MountTable.Mount(other, "nfs4"));
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(mounts.mounted).extracting(MountTable.Mount::point).containsExactly(other);
  }

  @Test
  void theLastMountIsTakenAwayFirst() throws IOException {
    Path point = root.toRealPath().resolve("pods/uid-1/volumes/x");
    mounts.mounted.add(new MountTable.Mount(point, "tmpfs"));
    mounts.mounted.add(new MountTable.Mount(point.resolve("below"), "tmpfs"));
    mounts.busy.add(point);
    assertThat(volumes.remove(UID)).hasSize(1);
    assertThat(mounts.mounted).extracting(MountTable.Mount::point).containsExactly(point);
  }

  @Test
  void aPodThatHasEndedLosesItsVolumesAndKeepsTheRest() throws IOException {
    Path words = root.resolve("pods/uid-1/etc-hosts");
    Files.writeString(words, "x");
    Files.createDirectories(root.resolve("pods/uid-1/volume-subpaths/data/main/0"));
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1/volumes")).doesNotExist();
    assertThat(root.resolve("pods/uid-1/volume-subpaths")).doesNotExist();
    assertThat(words).exists();
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(volumes.release(new PodUid("never-was"))).isEmpty();
  }

  @Test
  void aPlaceOfASubPathIsNeverEmptied() throws IOException {
    Path place = root.resolve("pods/uid-1/volume-subpaths/data/main/0");
    Path file = Files.createDirectories(place).resolve("seen-through-a-mount");
    Files.writeString(file, "x");
    assertThat(volumes.remove(UID)).singleElement().asString().contains(place.toString());
    assertThat(file).exists();
  }

  @Test
  void filesOfAVolumeThatNobodyUnderstandsAreNotDeleted() throws IOException {
    Path strange = root.resolve("pods/uid-1/volumes/vendor~gone/lost");
    Path precious = Files.createDirectories(strange.resolve("mount/deep")).resolve("precious");
    Files.writeString(precious, "x");
    Files.writeString(strange.resolve("vol_data.json"), "{}");
    Files.createSymbolicLink(strange.resolve("mount/link"), root);
    for (List<String> left : List.of(volumes.release(UID), volumes.remove(UID))) {
      assertThat(left)
          .singleElement()
          .asString()
          .contains("cannot delete " + precious, "somebody's data");
    }
    assertThat(precious).hasContent("x");
    assertThat(strange.resolve("vol_data.json")).exists();
    Files.delete(precious);
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
  }

  @Test
  void manyFilesAreNoTrouble() throws IOException {
    for (int i = 0; i < 100; i++) {
      Path directory = Files.createDirectory(data.resolve("d" + i));
      for (int j = 0; j < 1000; j++) {
        Files.createFile(directory.resolve("f" + j));
      }
    }
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
  }

  @Test
  void anImmutableFileIsNamedAndDoesNotSaveTheRest() throws Exception {
    Path immutable = Files.writeString(Files.createDirectory(data.resolve("a")).resolve("f"), "x");
    Path neighbour = Files.writeString(data.resolve("a/g"), "x");
    Path other = Files.writeString(Files.createDirectory(data.resolve("b")).resolve("f"), "x");
    assumeTrue(run("chattr", "+i", immutable.toString()), "needs a filesystem with attributes");
    try {
      assertThat(volumes.remove(UID))
          .singleElement()
          .asString()
          .contains("cannot delete " + immutable);
      assertThat(neighbour).doesNotExist();
      assertThat(other).doesNotExist();
      assertThat(immutable).exists();
    } finally {
      assertThat(run("chattr", "-i", immutable.toString())).isTrue();
    }
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
  }

  private static boolean run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aTreeDeeperThanAnyPathIsNoTrouble() throws IOException {
    // Built from short paths, each step by moving what there is under one more directory.
    String name = "n".repeat(200);
    Path deep = Files.createDirectory(data.resolve("deep"));
    Files.writeString(deep.resolve("file"), "x");
    for (int i = 0; i < 60; i++) {
      Path above = Files.createDirectory(data.resolve("above"));
      Files.move(deep, above.resolve(name));
      Files.move(above, deep);
    }
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
  }

  @Test
  void aUidThatLeadsElsewhereIsRefused() throws IOException {
    Path precious = Files.createDirectory(root.resolve("precious"));
    for (String uid : List.of("..", "../precious", "", ".")) {
      assertThat(volumes.remove(new PodUid(uid)))
          .singleElement()
          .asString()
          .contains("cannot be used");
    }
    assertThat(precious).exists();
  }
}
