package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTableTest {
  @TempDir Path directory;

  private MountTable read(String text) throws IOException {
    return MountTable.read(Files.writeString(directory.resolve("mountinfo"), text));
  }

  @Test
  void pointsAndTypesAreRead() throws IOException {
    MountTable table =
        read(
            """
            22 1 8:1 / / rw - ext4 /dev/vda rw
            30 22 0:30 /sub /data/odd\\040name rw shared:7 master:1 - tmpfs tmpfs rw
            31 22 0:31 / /database rw - nfs4 host:/x rw
            """);
    assertThat(table.at(Path.of("/data")))
        .containsExactly(new MountTable.Mount(Path.of("/data/odd name"), "tmpfs", "tmpfs"));
    assertThat(table.mounts()).hasSize(3);
  }

  @Test
  void theMachinesOwnTableHasARoot() {
    assertThat(MountTable.read(MountTable.FILE).mounts())
        .anyMatch(mount -> mount.point().equals(Path.of("/")));
  }

  @Test
  void whatIsNotAMountTableIsRefused() {
    assertThatThrownBy(() -> read("hello\n")).hasMessageContaining("not a line of a mount table");
  }
}
