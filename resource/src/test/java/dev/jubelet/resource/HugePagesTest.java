package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugePagesTest {
  @TempDir Path pools;

  @Test
  void sizesHaveTheControllersNames() throws IOException {
    Files.createDirectory(pools.resolve("hugepages-2048kB"));
    Files.createDirectory(pools.resolve("hugepages-1048576kB"));
    Files.createDirectory(pools.resolve("hugepages-64kB"));
    assertThat(HugePages.sizes(pools)).containsExactly("1GB", "2MB", "64KB");
  }

  @Test
  void aKernelWithoutHugePagesHasNoSizes() {
    assertThat(HugePages.sizes(pools.resolve("missing"))).isEmpty();
  }
}
