package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        .containsExactly(
            new MountTable.Mount(
                Path.of("/data/odd name"), "tmpfs", "tmpfs", 7, false, "", "0:30 /sub"));
    assertThat(table.mounts()).hasSize(3);
  }

  @Test
  void theMountThatHoldsAPathIsTheNearestAndNewest() throws IOException {
    MountTable table =
        read(
            """
            22 1 8:1 / / rw shared:1 - ext4 /dev/vda rw
            30 22 0:30 / /data rw - xfs below rw
            33 22 0:33 / /selinux rw - xfs /dev/vdb rw,seclabel,attr2
            31 30 0:31 / /data rw - tmpfs above rw
            32 22 0:32 / /database rw - nfs4 host:/x rw
            """);
    assertThat(table.holding(Path.of("/data/a")).orElseThrow().source()).isEqualTo("above");
    assertThat(table.holding(Path.of("/dat")).orElseThrow().shared()).isTrue();
    assertThat(table.holding(Path.of("/dat")).orElseThrow().labelled()).isFalse();
    assertThat(table.holding(Path.of("/selinux/a")).orElseThrow().labelled()).isTrue();
    assertThat(new MountTable(List.of()).holding(Path.of("/data"))).isEmpty();
  }

  @Test
  void whatIsSeenAtOnePlaceMayBeSeenAtOthers() throws IOException {
    MountTable table =
        read(
            """
            30 22 8:0 / /global rw - ext4 /dev/sda rw
            31 22 8:0 / /pods/a rw - ext4 /dev/sda ro
            32 22 8:0 /part /pods/b rw - ext4 /dev/sda rw
            33 22 8:1 / /pods/c rw - ext4 /dev/sdb rw
            """);
    assertThat(table.copies(Path.of("/global")))
        .extracting(MountTable.Mount::point)
        .containsExactly(Path.of("/pods/a"));
    assertThat(table.copies(Path.of("/pods/c"))).isEmpty();
    assertThat(table.copies(Path.of("/elsewhere"))).isEmpty();
    MountTable unknown =
        new MountTable(
            List.of(
                new MountTable.Mount(Path.of("/a"), "tmpfs"),
                new MountTable.Mount(Path.of("/b"), "tmpfs")));
    assertThat(unknown.copies(Path.of("/a"))).isEmpty();
  }

  @Test
  void aMountMayGiveAllFilesOneLabel() throws IOException {
    MountTable table =
        read(
            """
            30 22 8:0 / /a rw,relatime shared:99 - ext4 /dev/sda rw,context="u:r:t:s0:c7,c8",quota
            31 22 8:1 / /b rw,relatime - ext4 /dev/sdb rw,context=u:r:t:s0
            32 22 8:2 / /c rw,relatime - ext4 /dev/sdc rw,seclabel,rootcontext=u:r:t:s0
            """);
    assertThat(table.mounts())
        .extracting(MountTable.Mount::label)
        .containsExactly("u:r:t:s0:c7,c8", "u:r:t:s0", "");
  }

  @Test
  void aNameThatIsNoTextSpoilsNothing() throws IOException {
    Path file = directory.resolve("mountinfo");
    String lines =
        """
        22 1 8:1 / / rw - ext4 /dev/vda rw
        30 22 0:30 / /data/\u00e9t\u00e9 rw - tmpfs caf\u00e9 rw
        """;
    Files.writeString(file, lines, StandardCharsets.ISO_8859_1);
    MountTable table = MountTable.read(file);
    assertThat(table.at(Path.of("/data")))
        .singleElement()
        .extracting(mount -> PathBytes.of(mount.point()))
        .isEqualTo("/data/\u00e9t\u00e9".getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void mountsOfWhichThereAreCopiesElsewhereAreFound() throws IOException {
    MountTable table =
        read(
            """
            22 1 8:1 / / rw shared:1 - ext4 /dev/vda rw
            23 22 0:23 / /proc rw shared:2 - proc proc rw
            31 30 0:23 / /pod/all/proc rw shared:2 - proc proc rw
            30 22 8:1 / /pod/all rw shared:1 - ext4 /dev/vda rw
            32 22 0:32 / /pod/own rw shared:3 - tmpfs tmpfs rw
            33 22 0:32 / /pod/own/again rw shared:3 - tmpfs tmpfs rw
            34 22 0:34 / /pod/private rw - tmpfs tmpfs rw
            """);
    assertThat(table.copiedOutOf(Path.of("/pod")))
        .extracting(mount -> mount.point().toString())
        .containsExactly("/pod/all", "/pod/all/proc");
  }

  @Test
  void theHighestMountBelowAPathIsTheOneNearestToItAndOnTop() throws IOException {
    MountTable table =
        read(
            """
            30 22 8:0 / /a/b/c rw - ext4 /dev/sda rw
            31 22 8:1 / /a/b rw - ext4 /dev/sdb rw
            32 22 8:2 / /a/b rw - ext4 /dev/sdc rw
            33 22 8:3 / / rw - ext4 /dev/sdd rw
            """);
    assertThat(table.highest(Path.of("/a")).orElseThrow().source()).isEqualTo("/dev/sdc");
    assertThat(table.highest(Path.of("/a/b/c")).orElseThrow().source()).isEqualTo("/dev/sda");
    assertThat(table.highest(Path.of("/b"))).isEmpty();
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
