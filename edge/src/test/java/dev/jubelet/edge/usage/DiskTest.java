package dev.jubelet.edge.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskTest {
  @TempDir Path directory;

  @Test
  void aFilesystemTellsBytesAndInodes() throws IOException {
    Filesystem found = Filesystem.of(directory).orElseThrow();
    assertThat(found.capacityBytes()).isEqualTo(Files.getFileStore(directory).getTotalSpace());
    assertThat(found.availableBytes()).isPositive().isLessThanOrEqualTo(found.capacityBytes());
    assertThat(found.usedBytes()).isPositive().isLessThan(found.capacityBytes());
    assertThat(found.inodesUsed()).isPositive();
    assertThat(Filesystem.of(directory.resolve("absent"))).isEmpty();
  }

  @Test
  void aTreeIsAsLargeAsItsBlocks() throws IOException {
    TreeSize empty = TreeSize.of(directory).orElseThrow();
    Files.write(directory.resolve("a"), new byte[100_000]);
    Files.createLink(directory.resolve("b"), directory.resolve("a"));
    Files.createSymbolicLink(directory.resolve("c"), Path.of("/"));
    try (RandomAccessFile sparse = new RandomAccessFile(directory.resolve("d").toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }
    TreeSize full = TreeSize.of(directory).orElseThrow();
    assertThat(full.inodes() - empty.inodes()).isEqualTo(3);
    assertThat(full.bytes() - empty.bytes()).isBetween(100_000L, 200_000L);
    assertThat(TreeSize.of(directory.resolve("absent"))).isEmpty();
  }

  /** A part is so deep that its whole path is longer than the kernel takes. */
  @Test
  void whatCannotBeReachedHidesNothingElse() throws IOException {
    Path upper = chain(directory.resolve("upper"));
    chain(directory.resolve("lower"));
    Files.write(directory.resolve("seen"), new byte[100_000]);
    Files.move(directory.resolve("lower"), upper.resolve("lower"));
    try {
      assertThat(TreeSize.of(directory).orElseThrow().bytes()).isGreaterThanOrEqualTo(100_000);
    } finally {
      Files.move(upper.resolve("lower"), directory.resolve("lower"));
    }
  }

  private static Path chain(Path top) throws IOException {
    Path bottom = top;
    for (int i = 0; i < 15; i++) {
      bottom = bottom.resolve("d".repeat(200));
    }
    return Files.createDirectories(bottom);
  }

  @Test
  void aMountIsKnown() {
    assertThat(TreeSize.isMount(Path.of("/proc"))).isTrue();
    assertThat(TreeSize.isMount(directory)).isFalse();
  }

  @Test
  void interfacesAreThoseThatLeadOut() throws IOException {
    Path dev = directory.resolve("7/net/dev");
    Files.createDirectories(dev.getParent());
    Files.writeString(
        dev,
        """
        Inter-|   Receive                            |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
            lo:     1    1    0    0    0     0          0         0     1   1    0    0    0
          eth0:    10   11   12   13    0     0          0         0    20  21   22   23    0
        """);
    assertThat(new NetworkCounters(directory).of(7))
        .contains(List.of(new NetworkCounters.Link("eth0", 10, 11, 12, 13, 20, 21, 22, 23)));
    assertThat(new NetworkCounters(directory).of(8)).isEmpty();
  }
}
