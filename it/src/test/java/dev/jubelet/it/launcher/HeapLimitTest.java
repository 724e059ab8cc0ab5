package dev.jubelet.it.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How large the launcher lets the heap become, on machines and in cgroups of many sizes. */
class HeapLimitTest {
  private static final Path LAUNCHERS =
      Path.of("../dist/src/main/launcher").toAbsolutePath().normalize();
  private static final long MIB = 1024 * 1024;

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource({
    // Memory of the machine in MB, pods, heap limit in MB.
    "90, 110, 48",
    "150, 110, 75",
    "256, 110, 128",
    "512, 110, 128",
    "1000, 110, 250",
    "4096, 110, 1024",
    "65536, 110, 1024",
    "512, 371, 130",
    "512, 1000, 256",
    "65536, 5000, 1287"
  })
  void aQuarterOfTheMachineWithinBounds(long machine, int pods, int heap) throws Exception {
    machine(machine);
    assertThat(heap(pods)).isEqualTo(heap);
  }

  @Test
  void theLimitOfAVersionTwoCgroupCounts() throws Exception {
    machine(16_000);
    write("proc/self/cgroup", "0::/system.slice/kubelet.service\n");
    write("sys/fs/cgroup/system.slice/kubelet.service/memory.max", "max\n");
    assertThat(heap(110)).isEqualTo(1024);

    write("sys/fs/cgroup/system.slice/kubelet.service/memory.max", 800 * MIB + "\n");
    assertThat(heap(110)).isEqualTo(200);
  }

  @Test
  void theLimitOfACgroupAboveCountsToo() throws Exception {
    machine(16_000);
    write("proc/self/cgroup", "0::/system.slice/kubelet.service\n");
    write("sys/fs/cgroup/system.slice/kubelet.service/memory.max", 2000 * MIB + "\n");
    write("sys/fs/cgroup/system.slice/memory.max", 1200 * MIB + "\n");
    assertThat(heap(110)).isEqualTo(300);
  }

  @Test
  void theLimitOfAVersionOneCgroupCounts() throws Exception {
    machine(16_000);
    write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/kubelet\n0::/\n");
    write("sys/fs/cgroup/memory/kubelet/memory.limit_in_bytes", 1000 * MIB + "\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assertThat(heap(110)).isEqualTo(250);
  }

  @Test
  void aPathOutsideOfTheCgroupNamespaceIsNoHindrance() throws Exception {
    machine(1000);
    write("proc/self/cgroup", "0::/../../other\n");
    write("sys/fs/cgroup/memory.max", 600 * MIB + "\n");
    assertThat(heap(110)).isEqualTo(150);
  }

  @Test
  void aMachineWithoutCgroupsIsTakenWhole() throws Exception {
    machine(1000);
    assertThat(heap(110)).isEqualTo(250);
  }

  private void machine(long megabytes) throws IOException {
    write("proc/meminfo", "MemTotal:       %d kB\nMemFree:  1 kB\n".formatted(megabytes * 1024));
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private int heap(int pods) throws IOException, InterruptedException {
    String script = "set -eu; . \"$1\"; find_heap \"$2\" \"$3\"; echo \"$HEAP_MB\"";
    List<String> command =
        List.of(
            "bash",
            "-c",
            script,
            "test",
            LAUNCHERS.resolve("heap.sh").toString(),
            "" + pods,
            "" + root);
    Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(out).isZero();
    return Integer.parseInt(out.strip());
  }
}
