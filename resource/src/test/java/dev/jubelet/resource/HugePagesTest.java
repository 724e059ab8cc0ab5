package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugePagesTest {
  @TempDir Path pools;

  @Test
  void sizesHaveTheControllersNames() throws IOException {
    pool("2048kB", 5);
    pool("1048576kB", 1);
    pool("64kB", 0);
    assertThat(HugePages.sizes(pools)).containsExactly("1GB", "2MB", "64KB");
    assertThat(HugePages.capacity(pools))
        .containsExactly(
            entry("hugepages-1Gi", new Quantity("1Gi")),
            entry("hugepages-2Mi", new Quantity("10Mi")),
            entry("hugepages-64Ki", new Quantity("0")));
  }

  private void pool(String size, int pages) throws IOException {
    Path pool = Files.createDirectory(pools.resolve("hugepages-" + size));
    Files.writeString(pool.resolve("nr_hugepages"), pages + "\n");
  }

  @Test
  void aKernelWithoutHugePagesHasNoSizes() {
    assertThat(HugePages.sizes(pools.resolve("missing"))).isEmpty();
    assertThat(HugePages.capacity(pools.resolve("missing"))).isEmpty();
  }
}
