package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.HostFacts.CgroupVersion;
import dev.jubelet.edge.host.HostFacts.SwapArea;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsReaderTest {
  @TempDir Path proc;

  @BeforeEach
  void aSmallMachine() throws IOException {
    put("sys/kernel/hostname", "Node-1\n");
    put("sys/kernel/random/boot_id", "f0a1\n");
    put("sys/kernel/osrelease", "6.1.0\n");
    put("meminfo", "MemTotal:       16384 kB\nMemFree: 1 kB\n");
    put("stat", "cpu  1 2\ncpu0 1 2\ncpu1 1 2\nintr 5\n");
    put("swaps", "Filename\tType\tSize\tUsed\tPriority\n");
    put("self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
  }

  private void put(String file, String text) throws IOException {
    Path path = proc.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void everything_is_read() {
    HostFacts facts = new HostFactsReader(proc).read();

    assertThat(facts.hostname()).isEqualTo("Node-1");
    assertThat(facts.bootId()).isEqualTo("f0a1");
    assertThat(facts.kernelRelease()).isEqualTo("6.1.0");
    assertThat(facts.memoryBytes()).isEqualTo(16L * 1024 * 1024);
    assertThat(facts.onlineCpus()).isEqualTo(2);
    assertThat(facts.swap()).isEmpty();
    assertThat(facts.cgroups()).isEqualTo(CgroupVersion.V2);
  }

  @Test
  void a_unified_mount_beside_the_old_hierarchies_is_still_version_one() throws IOException {
    put(
        "self/mounts",
        """
        tmpfs /sys/fs/cgroup tmpfs rw 0 0
        cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0
        cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0
        """);

    assertThat(new HostFactsReader(proc).read().cgroups()).isEqualTo(CgroupVersion.V1);
  }

  @Test
  void active_swap_is_listed() throws IOException {
    put("swaps", "Filename Type Size Used Priority\n/dev/sda2 partition 2048 0 -2\n");

    assertThat(new HostFactsReader(proc).read().swap())
        .containsExactly(new SwapArea("/dev/sda2", "partition", 2048 * 1024));
  }

  @Test
  void a_kernel_without_swap_has_none() throws IOException {
    Files.delete(proc.resolve("swaps"));

    assertThat(new HostFactsReader(proc).read().swap()).isEmpty();
  }

  @Test
  void a_missing_file_is_named() throws IOException {
    Files.delete(proc.resolve("meminfo"));

    assertThatThrownBy(() -> new HostFactsReader(proc).read())
        .isInstanceOf(HostException.class)
        .hasMessageContaining("meminfo");
  }

  @Test
  void the_real_machine_can_be_read() {
    HostFacts facts = new HostFactsReader().read();

    assertThat(facts.memoryBytes()).isPositive();
    assertThat(facts.onlineCpus()).isPositive();
    assertThat(facts.hostname()).isNotBlank();
  }
}
