package dev.jubelet.edge.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.usage.CgroupUsage.Depth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CgroupReaderTest {
  @TempDir Path top;

  @Test
  void aCgroupOfVersionOneIsReadFromItsHierarchies() throws IOException {
    write("cpu,cpuacct/kubepods/cpuacct.usage", "5000000000\n");
    write("cpu,cpuacct/kubepods/cpuacct.stat", "user 300\nsystem 100\n");
    write(
        "cpu,cpuacct/kubepods/cpu.stat",
        "nr_periods 10\nnr_throttled 3\nthrottled_time 77\nnr_bursts 1\nburst_time 9\n");
    write("memory/kubepods/memory.usage_in_bytes", "1000\n");
    write("memory/kubepods/memory.max_usage_in_bytes", "2000\n");
    write("memory/kubepods/memory.failcnt", "4\n");
    write("memory/kubepods/memory.kmem.usage_in_bytes", "50\n");
    write("memory/kubepods/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
    write(
        "memory/kubepods/memory.stat",
        "pgfault 7\npgmajfault 1\ntotal_cache 600\ntotal_rss 300\ntotal_mapped_file 20\n"
            + "total_swap 8\ntotal_pgfault 70\ntotal_pgmajfault 10\ntotal_inactive_file 400\n"
            + "total_active_file 100\n");
    write("pids/kubepods/pids.current", "12\n");
    write("pids/kubepods/pids.max", "max\n");
    write("pids/kubepods/cgroup.procs", "1\n2\n");
    write(
        "blkio/kubepods/blkio.throttle.io_service_bytes_recursive",
        "253:0 Read 4096\n253:0 Write 8192\n253:0 Total 12288\nTotal 12288\n");
    write(
        "blkio/kubepods/blkio.throttle.io_serviced_recursive",
        "253:0 Read 1\n253:0 Write 2\nTotal 3\n");

    assertThat(v1().usage("/kubepods", Depth.FULL, true, null))
        .contains(
            new CgroupUsage(
                new CgroupUsage.Cpu(
                    5_000_000_000L,
                    3_000_000_000L,
                    1_000_000_000L,
                    new CgroupUsage.Throttling(10, 3, 77, 1, 9)),
                new CgroupUsage.Memory(
                    1000,
                    2000,
                    8,
                    50,
                    4,
                    2,
                    new CgroupUsage.Stat(600, 300, 20, 100, 400, 70, 10, 7, 1)),
                new CgroupUsage.Tasks(2, 12),
                List.of(
                    new CgroupUsage.DeviceIo(
                        253, 0, 4096, 8192, 1, 2, Map.of("Total", 12_288L), null)),
                null,
                null,
                null));
  }

  @Test
  void limitsOfVersionOneThatAreNoneAreToldSo() throws IOException {
    write("cpu,cpuacct/a/cpu.shares", "512\n");
    write("cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
    write("cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
    write("memory/a/memory.limit_in_bytes", "9223372036854771712\n");
    write("memory/a/memory.soft_limit_in_bytes", "4096\n");
    assertThat(v1().limits("/a")).isEqualTo(new CgroupLimits(512, -1, 100_000, -1, -1, 4096, -1));
  }

  @Test
  void theSwapOfVersionOneIsWhatItsLimitLeavesBesideMemory() throws IOException {
    write("memory/a/memory.limit_in_bytes", "1000\n");
    write("memory/a/memory.memsw.limit_in_bytes", "1500\n");
    assertThat(v1().limits("/a").swapBytes()).isEqualTo(500);
    write("memory/a/memory.memsw.limit_in_bytes", "9223372036854771712\n");
    assertThat(v1().limits("/a").swapBytes()).isEqualTo(CgroupLimits.NONE);
  }

  @Test
  void aCgroupOfVersionTwoIsReadFromItsDirectory() throws IOException {
    write(
        "u/pod/cpu.stat",
        "usage_usec 5000\nuser_usec 3000\nsystem_usec 2000\nnr_periods 4\nnr_throttled 2\n"
            + "throttled_usec 6\nnr_bursts 0\nburst_usec 0\n");
    write("u/pod/memory.current", "1000\n");
    write("u/pod/memory.peak", "3000\n");
    write("u/pod/memory.swap.current", "5\n");
    write("u/pod/memory.events", "low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\n");
    write(
        "u/pod/memory.stat",
        "anon 200\nfile 700\nkernel 30\nfile_mapped 40\ninactive_file 300\nactive_file 400\n"
            + "pgfault 11\npgmajfault 2\n");
    write("u/pod/pids.current", "3\n");
    write("u/pod/pids.max", "100\n");
    write("u/pod/cgroup.procs", "");
    write("u/pod/io.stat", "8:0 rbytes=10 wbytes=20 rios=1 wios=2 dbytes=0 dios=0\n");
    String pressure =
        "some avg10=1.50 avg60=0.50 avg300=0.10 total=42\n"
            + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n";
    write("u/pod/cpu.pressure", pressure);
    CgroupUsage.Pressure expected =
        new CgroupUsage.Pressure(
            new CgroupUsage.Share(1.5, 0.5, 0.1, 42), new CgroupUsage.Share(0, 0, 0, 7));

    assertThat(v2().usage("/pod", Depth.FULL, true, null))
        .contains(
            new CgroupUsage(
                new CgroupUsage.Cpu(
                    5_000_000, 3_000_000, 2_000_000, new CgroupUsage.Throttling(4, 2, 6000, 0, 0)),
                new CgroupUsage.Memory(
                    1000,
                    3000,
                    5,
                    30,
                    9,
                    1,
                    new CgroupUsage.Stat(700, 200, 40, 400, 300, 11, 2, 11, 2)),
                new CgroupUsage.Tasks(0, 3),
                List.of(new CgroupUsage.DeviceIo(8, 0, 10, 20, 1, 2, Map.of("Discard", 0L), null)),
                expected,
                null,
                null));
  }

  @Test
  void theRootOfVersionTwoCountsTheMachine() throws IOException {
    write("u/cpu.stat", "usage_usec 1\nuser_usec 1\nsystem_usec 0\n");
    write("u/memory.stat", "anon 4096\nfile 2048\ninactive_file 1024\n");
    write("proc/meminfo", "SwapTotal: 3 kB\nSwapFree: 1 kB\n");
    CgroupUsage root = v2().usage("/", Depth.CORE, false, null).orElseThrow();
    CgroupUsage.Memory memory = Objects.requireNonNull(root.memory());
    assertThat(memory.usage()).isEqualTo(6 * 1024);
    assertThat(memory.workingSet()).isEqualTo(5 * 1024);
    assertThat(memory.swap()).isEqualTo(2 * 1024);
  }

  @Test
  void limitsOfVersionTwoAreGivenInTheWordsOfVersionOne() throws IOException {
    write("u/a/cpu.weight", "10000\n");
    write("u/a/cpu.max", "50000 100000\n");
    write("u/a/memory.max", "max\n");
    write("u/a/memory.swap.max", "0\n");
    write("u/a/memory.low", "0\n");
    write("u/a/pids.max", "100\n");
    assertThat(v2().limits("/a"))
        .isEqualTo(new CgroupLimits(262_144, 50_000, 100_000, CgroupLimits.NONE, 0, 0, 100));
  }

  @Test
  void aCgroupThatIsGoneHasNoUsage() {
    assertThat(v1().usage("/gone", Depth.FULL, true, null)).isEmpty();
    assertThat(v2().usage("/gone", Depth.FULL, true, null)).isEmpty();
    assertThat(v2().children("/gone")).isEmpty();
    assertThat(v2().processes("/gone")).isEmpty();
  }

  @Test
  void theWorkingSetIsNeverNegative() {
    CgroupUsage.Stat stat = new CgroupUsage.Stat(0, 0, 0, 0, 50, 0, 0, 0, 0);
    assertThat(new CgroupUsage.Memory(10, 0, 0, 0, 0, 0, stat).workingSet()).isZero();
  }

  private CgroupV1Reader v1() {
    return new CgroupV1Reader(
        List.of(
            top.resolve("cpu,cpuacct"),
            top.resolve("memory"),
            top.resolve("pids"),
            top.resolve("blkio")),
        top.resolve("proc"));
  }

  private CgroupV2Reader v2() {
    return new CgroupV2Reader(top.resolve("u"), top.resolve("proc"));
  }

  private void write(String file, String text) throws IOException {
    Path path = top.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
