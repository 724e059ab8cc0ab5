package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of volumes on a real kernel. */
class SubPathTest {
  private static final PodUid UID = new PodUid("uid-1");

  @TempDir Path directory;
  private final LinuxMounts mounts = new LinuxMounts();
  private Path root;
  private Path volume;
  private Path target;
  private PodVolumes volumes;

  @BeforeEach
  void prepare() throws IOException {
    root = directory.toRealPath();
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    volume = Files.createDirectory(root.resolve("volume"));
    Files.setAttribute(volume, "unix:mode", 02775);
    volumes = VolumePods.volumes(root, mounts, ObjectValues.NONE);
    volumes.prepare(VolumePods.with());
    target = root.resolve("pods/uid-1/volume-subpaths/data/main/0");
  }

  @AfterEach
  void unmount() {
    for (MountTable.Mount mount : mounts.table().at(root).reversed()) {
      mounts.unmount(mount.point());
    }
  }

  private void bind(String subPath) {
    assertThat(volumes.bind(new SubPathMount("data", volume, subPath, target))).isEmpty();
  }

  private int mountsAtTarget() {
    return mounts.table().at(target).size();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0755", "1777", "2775", "3770"})
  void whatIsMissingIsMadeWithTheModeOfTheVolume(String octal) throws Throwable {
    int mode = Integer.parseInt(octal, 8);
    Files.setAttribute(volume, "unix:mode", mode);
    int umask = umask(077);
    try {
      bind("a/b/");
    } finally {
      umask(umask);
    }
    Files.writeString(target.resolve("file"), "x");
    assertThat(volume.resolve("a/b/file")).hasContent("x");
    assertThat(mode(volume.resolve("a"))).isEqualTo(mode);
    assertThat(mode(volume.resolve("a/b"))).isEqualTo(mode);
    assertThat(mode(target.resolve("..").normalize())).as("the agent's own").isEqualTo(0750 & ~077);
  }

  private static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode") & 07777;
  }

  /** Sets the mask of this process and returns the one before. */
  @SuppressWarnings("restricted") // as in the code under test; the runner grants native access
  private static int umask(int mask) throws Throwable {
    Linker linker = Linker.nativeLinker();
    return (int)
        linker
            .downcallHandle(
                linker.defaultLookup().findOrThrow("umask"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
            .invokeExact(mask);
  }

  @Test
  void aFileIsShownAsAFile() throws IOException {
    Files.writeString(volume.resolve("file"), "x");
    bind("file");
    assertThat(target).hasContent("x");
  }

  @Test
  void theSameIsNotBoundTwiceAndAnotherReplacesIt() throws IOException {
    Path file = Files.writeString(volume.resolve("it"), "one");
    bind("it");
    bind("it");
    assertThat(mountsAtTarget()).isEqualTo(1);
    Files.delete(file);
    Files.writeString(file, "two");
    bind("it");
    assertThat(target).hasContent("two");
    Files.delete(file);
    Files.writeString(Files.createDirectory(file).resolve("in"), "three");
    bind("it");
    assertThat(target.resolve("in")).hasContent("three");
    assertThat(mountsAtTarget()).isEqualTo(1);
  }

  @Test
  void aLinkInTheVolumeIsFollowedAndKeepsWhatItLedTo() throws IOException {
    Files.writeString(Files.createDirectory(volume.resolve("..1")).resolve("key"), "old");
    Files.createSymbolicLink(volume.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(volume.resolve("key"), Path.of("..data/key"));
    bind("key");
    Files.delete(volume.resolve("..1/key"));
    assertThat(target).hasContent("old");
  }

  @Test
  void aLinkOutOfTheVolumeIsRefused() throws IOException {
    Files.createSymbolicLink(volume.resolve("out"), Path.of("../pods"));
    Files.createSymbolicLink(volume.resolve("etc"), Path.of("/etc"));
    for (String path : new String[] {"out", "etc/passwd", "etc/new", "out/new"}) {
      assertThat(volumes.bind(new SubPathMount("data", volume, path, target)))
          .get()
          .asString()
          .contains("leaves its directory");
    }
    assertThat(target).doesNotExist();
    assertThat(Path.of("/etc/new")).doesNotExist();
  }

  @Test
  void anEndedPodHasNothingBoundAndTheVolumeIsUntouched() throws IOException {
    Files.writeString(Files.createDirectory(volume.resolve("d")).resolve("precious"), "x");
    bind("d");
    assertThat(volumes.release(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1/volume-subpaths")).doesNotExist();
    bind("d");
    assertThat(volumes.remove(UID)).isEmpty();
    assertThat(root.resolve("pods/uid-1")).doesNotExist();
    assertThat(mounts.table().at(root)).isEmpty();
    assertThat(volume.resolve("d/precious")).hasContent("x");
  }

  @Test
  void aCrashBeforeTheBindIsRepaired() throws IOException {
    Files.createDirectories(target);
    bind("d");
    assertThat(mountsAtTarget()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b/", "./a//b", "a/./b/.", "a/b"})
  void aPathIsReadAsTheKernelReadsIt(String path) throws IOException {
    Files.writeString(Files.createDirectories(volume.resolve("a/b")).resolve("file"), "x");
    bind(path);
    assertThat(target.resolve("file")).hasContent("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "./", "./."})
  void aPathThatLeadsNowhereIsTheWholeVolume(String path) throws IOException {
    Files.writeString(volume.resolve("file"), "x");
    bind(path);
    assertThat(target.resolve("file")).hasContent("x");
  }

  @Test
  void pipesSocketsAndDevicesAreShownAndNotOpened() throws Exception {
    assertThat(run("mkfifo", volume.resolve("pipe").toString())).isTrue();
    assertThat(run("mknod", volume.resolve("device").toString(), "c", "1", "3")).isTrue();
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(volume.resolve("socket")));
      for (String name : List.of("pipe", "device", "socket")) {
        bind(name);
        assertThat(Files.getAttribute(target, "unix:ino"))
            .isEqualTo(Files.getAttribute(volume.resolve(name), "unix:ino"));
        assertThat(mountsAtTarget()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"whole", "whole/../whole/d", "again", "d/up/whole"})
  void aLinkThatNamesAPlaceInTheVolumeByItsWholePathIsFollowed(String path) throws IOException {
    Path inside = Files.createDirectory(volume.resolve("d"));
    Files.writeString(inside.resolve("file"), "x");
    Files.createSymbolicLink(volume.resolve("whole"), inside);
    Files.createSymbolicLink(volume.resolve("again"), Path.of("d/../whole"));
    Files.createSymbolicLink(inside.resolve("up"), volume);
    Files.createSymbolicLink(inside.resolve("d"), inside);
    bind(path);
    assertThat(target.resolve("file")).hasContent("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"first", "loop", "beside/file", "climb"})
  void aLinkThatComesInAndGoesOutAgainIsRefused(String path) throws IOException {
    Path beside = Files.createDirectory(root.resolve("volume-of-another"));
    Files.writeString(beside.resolve("file"), "x");
    Files.createSymbolicLink(volume.resolve("first"), volume.resolve("second"));
    Files.createSymbolicLink(volume.resolve("second"), Path.of("/etc"));
    Files.createSymbolicLink(volume.resolve("loop"), volume.resolve("loop"));
    Files.createSymbolicLink(volume.resolve("beside"), beside);
    Files.createSymbolicLink(volume.resolve("climb"), volume.resolve("../volume-of-another"));
    assertThat(volumes.bind(new SubPathMount("data", volume, path, target)))
        .get()
        .asString()
        .contains("leaves its directory");
    assertThat(target).doesNotExist();
  }

  @Test
  void aVolumeThatIsALinkIsWhatItLeadsTo() throws IOException {
    Files.writeString(Files.createDirectory(volume.resolve("d")).resolve("file"), "x");
    Path link = Files.createSymbolicLink(root.resolve("link"), volume);
    assertThat(volumes.bind(new SubPathMount("data", link, "d", target))).isEmpty();
    assertThat(target.resolve("file")).hasContent("x");
  }

  /** As when the program behind a FUSE mount has died: nobody can look at what is bound there. */
  @Test
  void whatHasDiedIsBoundAnew() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/fuse")), "needs FUSE");
    Path dead = Files.createDirectory(root.resolve("dead"));
    assertThat(
            run(
                "bash",
                "-c",
                "exec 5<>/dev/fuse; exec mount -i -t fuse -o"
                    + " fd=5,rootmode=40000,user_id=0,group_id=0 dead \"$0\"",
                dead.toString()))
        .isTrue();
    Files.createDirectories(target);
    try (Descriptor open = Descriptor.open(dead)) {
      mounts.bind(open, target);
    }
    assertThat(Files.exists(target)).isFalse();
    bind("d");
    Files.writeString(target.resolve("file"), "x");
    assertThat(volume.resolve("d/file")).hasContent("x");
    assertThat(mountsAtTarget()).isEqualTo(1);
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor() == 0;
  }
}
