package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlockDevicesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir Path top;

  private BlockDevices devices;

  @BeforeEach
  void prepare() throws IOException {
    devices = new BlockDevices(top.resolve("proc"), top.resolve("sys"));
    mounts("/dev/vda / ext4 rw 0 0");
  }

  @Test
  void theFirstMountOfADiskStandsForIt() throws IOException {
    mounts(
        "proc /proc proc rw 0 0",
        "/dev/vda / ext4 rw 0 0",
        "/dev/vda /var/lib/pods ext4 rw 0 0",
        "/dev/vdb /with\\040space xfs rw 0 0",
        "/dev/fuse /mnt fuse.thing rw 0 0");
    assertThat(devices.mounts(NOW))
        .containsOnly(
            Map.entry("/dev/vda", Path.of("/")), Map.entry("/dev/vdb", Path.of("/with space")));
  }

  @Test
  void theTableOfMountsIsReadOnceAMinute() throws IOException {
    assertThat(devices.mounts(NOW)).containsOnlyKeys("/dev/vda");
    mounts("/dev/vdb /data xfs rw 0 0");
    assertThat(devices.mounts(NOW.plusSeconds(60))).containsOnlyKeys("/dev/vda");
    assertThat(devices.mounts(NOW.plusSeconds(61))).containsOnlyKeys("/dev/vdb");
  }

  @Test
  void aClockThatWentBackDoesNotKeepThemForEver() throws IOException {
    assertThat(devices.mounts(NOW)).containsOnlyKeys("/dev/vda");
    mounts("/dev/vdb /data xfs rw 0 0");
    assertThat(devices.mounts(NOW.minusSeconds(3600))).containsOnlyKeys("/dev/vdb");
  }

  private void mounts(String... lines) throws IOException {
    Path file = top.resolve("proc/self/mounts");
    Files.createDirectories(file.getParent());
    Files.writeString(file, String.join("\n", lines) + "\n");
  }
}
