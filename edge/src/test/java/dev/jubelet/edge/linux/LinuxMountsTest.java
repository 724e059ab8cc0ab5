package dev.jubelet.edge.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxMountsTest {
  @TempDir Path directory;
  private final LinuxMounts mounts = new LinuxMounts();
  private Path point;

  @BeforeEach
  void makePoint() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    point = Files.createDirectory(directory.toRealPath().resolve("a point"));
  }

  @AfterEach
  void unmount() throws IOException {
    for (MountTable.Mount mount : mounts.table().at(directory.toRealPath()).reversed()) {
      mounts.unmount(mount.point());
    }
  }

  @Test
  void aFilesystemOfItsOwnComesAndGoes() throws IOException {
    assertThat(mounts.isFilesystem(point)).isFalse();
    mounts.mount("tmpfs", "tmpfs", point, "size=65536,mode=1777");
    assertThat(mounts.isFilesystem(point)).isTrue();
    assertThat(mounts.table().at(point))
        .extracting(MountTable.Mount::point, MountTable.Mount::type, MountTable.Mount::source)
        .containsExactly(tuple(point, "tmpfs", "tmpfs"));
    assertThat(Files.getFileStore(point).getTotalSpace()).isEqualTo(65536);
    assertThat(mounts.unmount(point)).isTrue();
    assertThat(mounts.unmount(point)).isFalse();
    assertThat(mounts.unmount(point.resolve("missing"))).isFalse();
  }

  @Test
  void whatIsOpenIsShownAtAnotherPlace() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    Path target = Files.createFile(directory.toRealPath().resolve("target"));
    try (Descriptor open = Descriptor.open(file)) {
      Files.move(file, directory.resolve("moved"));
      mounts.bind(open, target);
    }
    assertThat(target).hasContent("x");
    assertThat(mounts.unmount(target)).isTrue();
    assertThat(target).hasContent("");
  }

  @Test
  void copiesSeeWhatIsMountedBelowUntilOneIsSeparated() throws IOException {
    mounts.mount("tmpfs", "tmpfs", point, "size=65536");
    mounts.share(point);
    Path copy = Files.createDirectory(point.resolveSibling("copy"));
    try (Descriptor open = Descriptor.open(point)) {
      mounts.bind(open, copy);
    }
    Path below = Files.createDirectory(point.resolve("below"));
    mounts.mount("tmpfs", "tmpfs", below, "size=65536");
    assertThat(mounts.table().has(copy.resolve("below"))).isTrue();
    mounts.separate(copy);
    assertThat(mounts.unmount(copy.resolve("below"))).isTrue();
    assertThat(mounts.table().has(below)).isTrue();
  }

  @Test
  void aBusyMountStaysAndAnOddOptionIsRefused() throws IOException {
    assertThatThrownBy(() -> mounts.mount("tmpfs", "tmpfs", point, "oddity=1"))
        .isInstanceOf(LinuxException.class)
        .hasMessageContaining("invalid argument");
    mounts.mount("tmpfs", "tmpfs", point, "size=65536");
    Path file = Files.writeString(point.resolve("file"), "x");
    try (var open = Files.newInputStream(file)) {
      assertThat(open.read()).isEqualTo('x');
      assertThatThrownBy(() -> mounts.unmount(point)).hasMessageContaining("busy");
    }
  }
}
