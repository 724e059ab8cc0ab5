package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceSizeTest {
  private static final int BLOCK_DEVICE = 0060000;

  @TempDir Path directory;

  @Test
  void theKernelTellsTheSizeOfADeviceThatALinkLeadsTo() throws IOException {
    Optional<Path> device = someDevice();
    assumeTrue(device.isPresent(), "needs a block device");
    String number = DeviceSize.number((long) Files.getAttribute(device.get(), "unix:rdev"));
    Path facts = Files.createDirectories(directory.resolve("dev/block").resolve(number));
    Files.writeString(facts.resolve("size"), "2048\n");
    Path link = Files.createSymbolicLink(directory.resolve("link"), device.get());
    assertThat(DeviceSize.of(link, directory)).contains(1L << 20);
  }

  private static Optional<Path> someDevice() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/dev"))) {
      return all.filter(DeviceSizeTest::isBlockDevice).findFirst();
    }
  }

  private static boolean isBlockDevice(Path path) {
    try {
      return ((int) Files.getAttribute(path, "unix:mode") & 0170000) == BLOCK_DEVICE;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void whatIsNoDeviceOrUnknownToTheKernelHasNoSize() throws IOException {
    assertThat(DeviceSize.of(Path.of("/dev/null"), directory)).isEmpty();
    assertThat(DeviceSize.of(Files.createFile(directory.resolve("file")), directory)).isEmpty();
    assertThat(DeviceSize.of(directory.resolve("nothing"), directory)).isEmpty();
  }

  @Test
  void largeNumbersAreTakenApartAsTheyArePutTogether() {
    assertThat(DeviceSize.number(0x0801)).isEqualTo("8:1");
    assertThat(DeviceSize.number(0x700)).isEqualTo("7:0");
    assertThat(DeviceSize.number((259L << 8) | 0x10 | (0x123L << 20))).isEqualTo("259:74512");
  }
}
