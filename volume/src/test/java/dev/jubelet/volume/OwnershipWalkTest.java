package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.OwnershipWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipWalkTest {
  private static final FsGroup GROUP = new FsGroup(OptionalInt.of(4711));

  @TempDir Path top;
  private Path file;
  private Path outside;
  private Path link;

  @BeforeEach
  void make() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may give files away");
    Path volume = Files.createDirectories(top.resolve("volume/a/b"));
    file = Files.writeString(volume.resolve("file"), "x");
    Files.setAttribute(file, "unix:mode", 0600);
    outside = Files.writeString(top.resolve("outside"), "x");
    link = Files.createSymbolicLink(volume.resolve("link"), outside);
  }

  private static int group(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
  }

  private static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
  }

  @Test
  void theWholeTreeIsGivenAndNothingOutside() throws IOException {
    OwnershipWalk.give(top.resolve("volume"), GROUP, "Always");
    assertThat(group(file)).isEqualTo(4711);
    assertThat(mode(file)).isEqualTo(0660);
    assertThat(group(link)).isEqualTo(4711);
    assertThat(group(outside)).isNotEqualTo(4711);
    assertThat(mode(top.resolve("volume")) & 02770).isEqualTo(02770);
    assertThat(mode(top.resolve("volume/a")) & 02770).isEqualTo(02770);
  }

  @Test
  void aTopThatIsRightIsEnoughForSome() throws IOException {
    OwnershipWalk.give(top.resolve("volume"), GROUP, "OnRootMismatch");
    assertThat(group(file)).isEqualTo(4711);
    Files.setAttribute(file, "unix:gid", 0);
    OwnershipWalk.give(top.resolve("volume"), GROUP, "OnRootMismatch");
    assertThat(group(file)).isZero();
    OwnershipWalk.give(top.resolve("volume"), GROUP, null);
    assertThat(group(file)).isEqualTo(4711);
  }

  @Test
  void withoutAGroupNothingChanges() throws IOException {
    OwnershipWalk.give(top.resolve("volume"), new FsGroup(OptionalInt.empty()), "Always");
    assertThat(mode(file)).isEqualTo(0600);
  }
}
