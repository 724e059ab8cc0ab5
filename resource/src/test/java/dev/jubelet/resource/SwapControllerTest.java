package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwapControllerTest {
  @TempDir Path directory;
  private Path cgroups;

  @BeforeEach
  void theAgentIsInACgroup() throws IOException {
    cgroups = Files.createDirectories(directory.resolve("cgroup"));
    Files.createDirectories(cgroups.resolve("system.slice/kubelet.service"));
    Files.createDirectories(directory.resolve("proc/self"));
    Files.writeString(directory.resolve("proc/self/cgroup"), "0::/system.slice/kubelet.service\n");
  }

  @Test
  void withVersionTwoTheAgentsOwnCgroupTells() throws IOException {
    assertThat(present(CgroupVersion.V2, cgroups)).isFalse();

    Files.writeString(cgroups.resolve("system.slice/kubelet.service/memory.swap.max"), "max\n");

    assertThat(present(CgroupVersion.V2, cgroups)).isTrue();
  }

  @Test
  void withVersionOneTheMemoryHierarchyTells() throws IOException {
    Path cpu = Files.createDirectory(cgroups.resolve("cpu"));
    Path memory = Files.createDirectory(cgroups.resolve("memory"));
    assertThat(present(CgroupVersion.V1, cpu, memory)).isFalse();

    Files.writeString(memory.resolve("memory.memsw.limit_in_bytes"), "9223372036854771712\n");

    assertThat(present(CgroupVersion.V1, cpu, memory)).isTrue();
  }

  private boolean present(CgroupVersion version, Path... hierarchies) {
    return new SwapController(
            new CgroupMounts(version, List.of(hierarchies)), directory.resolve("proc"))
        .isPresent();
  }
}
