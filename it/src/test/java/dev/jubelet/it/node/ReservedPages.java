package dev.jubelet.it.node;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Huge pages of 2 MiB that the machine sets aside for a test, and takes back afterwards. */
record ReservedPages(long before) implements AutoCloseable {
  private static final Path POOL =
      Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");

  /** Skips the test when the kernel has none to give. */
  static ReservedPages reserve(int more) throws IOException {
    assumeTrue(Files.isWritable(POOL), "this machine has no huge pages of 2 MiB");
    long before = there();
    ReservedPages reserved = new ReservedPages(before);
    Files.writeString(POOL, Long.toString(before + more));
    if (there() < before + more) {
      reserved.close();
      assumeTrue(false, "this machine has no memory left for huge pages");
    }
    return reserved;
  }

  private static long there() throws IOException {
    return Long.parseLong(Files.readString(POOL).strip());
  }

  @Override
  public void close() {
    try {
      Files.writeString(POOL, Long.toString(before));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
