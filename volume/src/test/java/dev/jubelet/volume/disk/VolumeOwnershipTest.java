package dev.jubelet.volume.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.PathBytes;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class VolumeOwnershipTest {
  private static final int GROUP = 4321;

  @TempDir Path directory;
  private Path volume;

  @BeforeEach
  void make() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to give files away");
    volume = Files.createDirectory(directory.resolve("volume"));
  }

  @Test
  void everythingGoesToTheGroupWhichMayWriteAndInherit() throws IOException {
    Path below = Files.createDirectories(volume.resolve("a/b"));
    Path file = mode(Files.writeString(below.resolve("file"), "x"), 0600);
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(gid(file)).isEqualTo(GROUP);
    assertThat(mode(file)).isEqualTo(0660);
    for (Path path : new Path[] {volume, volume.resolve("a"), below}) {
      assertThat(gid(path)).isEqualTo(GROUP);
      assertThat(mode(path) & 02770).isEqualTo(02770);
    }
  }

  @Test
  void nobodyHearsOfAWalkThatIsOver() throws IOException {
    Files.createFile(Files.createDirectory(volume.resolve("a")).resolve("file"));
    ManualTimers timers = new ManualTimers();
    List<NodeEvent> events = new ArrayList<>();
    VolumeOwnership.apply(
        pod("Always"),
        volume,
        GroupAccess.READ_AND_WRITE,
        new OwnershipProgress(events::add, timers));
    timers.advance(Duration.ofHours(1));
    assertThat(gid(volume.resolve("a/file"))).isEqualTo(GROUP);
    assertThat(events).isEmpty();
  }

  @Test
  void linksAreGivenAwayAndNotWhatTheyLeadTo() throws IOException {
    Path outside = mode(Files.writeString(directory.resolve("outside"), "x"), 0600);
    Path away = Files.createDirectory(directory.resolve("away"));
    mode(away, 0700);
    Files.createSymbolicLink(volume.resolve("to-file"), outside);
    Files.createSymbolicLink(volume.resolve("to-directory"), away);
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(gid(volume.resolve("to-file"))).isEqualTo(GROUP);
    assertThat(gid(outside)).isZero();
    assertThat(mode(outside)).isEqualTo(0600);
    assertThat(gid(away)).isZero();
    assertThat(mode(away)).isEqualTo(0700);
  }

  @Test
  void aPipeHoldsNobodyUp() throws Exception {
    Path pipe = volume.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(gid(pipe)).isEqualTo(GROUP);
  }

  @Test
  void aDirectorySwappedForALinkNeverLeadsOut() throws Exception {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Path precious = mode(Files.writeString(outside.resolve("file"), "x"), 0600);
    Path real = Files.createDirectory(volume.resolve("swapped"));
    Files.writeString(real.resolve("file"), "x");
    Path link = Files.createSymbolicLink(directory.resolve("link"), outside);
    AtomicBoolean over = new AtomicBoolean();
    FutureTask<Boolean> attack =
        new FutureTask<>(
            () -> {
              Path aside = directory.resolve("aside");
              while (!over.get()) {
                Files.move(real, aside, StandardCopyOption.ATOMIC_MOVE);
                Files.move(link, real, StandardCopyOption.ATOMIC_MOVE);
                Files.move(real, link, StandardCopyOption.ATOMIC_MOVE);
                Files.move(aside, real, StandardCopyOption.ATOMIC_MOVE);
              }
              return true;
            });
    Thread attacker = Thread.ofPlatform().start(attack);
    for (int i = 0; i < 2000; i++) {
      VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    }
    over.set(true);
    attacker.join();
    assertThat(attack.get()).isTrue();
    assertThat(gid(precious)).isZero();
    assertThat(mode(precious)).isEqualTo(0600);
  }

  @Test
  void aRootThatFitsSavesTheWalkWhenThePolicySaysSo() throws IOException {
    VolumeOwnership.apply(pod("OnRootMismatch"), volume, GroupAccess.READ_AND_WRITE);
    Path late = mode(Files.writeString(volume.resolve("late"), "x"), 0600);
    VolumeOwnership.apply(pod("OnRootMismatch"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(mode(late)).isEqualTo(0600);
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(mode(late)).isEqualTo(0660);
  }

  @Test
  void filesWhoseNamesAreNoTextAreGivenAwayToo() throws IOException {
    Path odd = PathBytes.path(new byte[] {'/', (byte) 0xff, 'n'}).getFileName();
    Path below = Files.createDirectory(volume.resolve(odd));
    Path file = mode(Files.writeString(below.resolve(odd), "x"), 0600);
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(gid(file)).isEqualTo(GROUP);
    assertThat(mode(file)).isEqualTo(0660);
  }

  @Test
  void manyFilesAreNoTroubleAndWhatIsRightIsLeftAlone() throws IOException {
    for (int i = 0; i < 20; i++) {
      Path below = Files.createDirectory(volume.resolve("d" + i));
      for (int j = 0; j < 1000; j++) {
        Files.createFile(below.resolve("f" + j));
      }
    }
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    Path last = volume.resolve("d19/f999");
    assertThat(gid(last)).isEqualTo(GROUP);
    assertThat(mode(last) & 0660).isEqualTo(0660);
    Object changed = Files.getAttribute(last, "unix:ctime");
    VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE);
    assertThat(Files.getAttribute(last, "unix:ctime")).isEqualTo(changed);
  }

  @Test
  void aTreeThatWouldUseUpAllDescriptorsIsRefused() throws IOException {
    Path deep = volume;
    for (int i = 0; i < 300; i++) {
      deep = Files.createDirectory(deep.resolve("d"));
    }
    assertThatThrownBy(
            () -> VolumeOwnership.apply(pod("Always"), volume, GroupAccess.READ_AND_WRITE))
        .hasMessageContaining("too deep");
  }

  private static Path mode(Path path, int mode) throws IOException {
    return Files.setAttribute(path, "unix:mode", mode);
  }

  private static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode") & 07777;
  }

  private static int gid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
  }

  private static Pod pod(String policy) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withFsGroup((long) GROUP)
        .withFsGroupChangePolicy(policy)
        .endSecurityContext()
        .endSpec()
        .build();
  }
}
