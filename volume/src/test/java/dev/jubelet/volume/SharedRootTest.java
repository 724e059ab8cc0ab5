package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.MountTable.Mount;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedRootTest {
  private static final Path TOP = Path.of("/");

  @TempDir Path given;
  private Path root;
  private final FakeMounts mounts = new FakeMounts();

  @BeforeEach
  void resolve() throws IOException {
    root = given.toRealPath();
  }

  @Test
  void aDirectoryOnAMountOfItsOwnKindBecomesASharedMount() {
    mounts.mounted.add(new Mount(TOP, "ext4"));
    SharedRoot.make(given, mounts);
    assertThat(mounts.table().has(root)).isTrue();
    assertThat(mounts.shared).containsExactly(root);
  }

  @Test
  void whatIsOnASharedMountIsLeftAlone() {
    mounts.mounted.add(new Mount(TOP, "ext4", "none", 1));
    SharedRoot.make(given, mounts);
    assertThat(mounts.mounted).hasSize(1);
    assertThat(mounts.shared).isEmpty();
  }

  @Test
  void aMountIsOnlyMarked() {
    mounts.mounted.add(new Mount(TOP, "ext4", "none", 1));
    mounts.mounted.add(new Mount(root, "xfs"));
    SharedRoot.make(given, mounts);
    assertThat(mounts.mounted).hasSize(2);
    assertThat(mounts.shared).containsExactly(root);
  }

  @Test
  void volumesThatAreMountedBelowAreNotHidden() {
    mounts.mounted.add(new Mount(TOP, "ext4"));
    mounts.mounted.add(new Mount(root.resolve("pods/a"), "tmpfs"));
    SharedRoot.make(given, mounts);
    assertThat(mounts.table()).isEqualTo(new MountTable(mounts.mounted));
    assertThat(mounts.mounted).hasSize(2);
    assertThat(mounts.shared).isEmpty();
  }

  @Test
  void aDirectoryThatIsNotThereIsNoReasonToEnd() {
    SharedRoot.make(given.resolve("absent"), mounts);
    assertThat(mounts.shared).isEmpty();
  }
}
