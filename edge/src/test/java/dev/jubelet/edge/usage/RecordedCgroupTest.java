package dev.jubelet.edge.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.usage.CgroupUsage.Cpu;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.IoCost;
import dev.jubelet.edge.usage.CgroupUsage.Memory;
import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Share;
import dev.jubelet.edge.usage.CgroupUsage.Stat;
import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import dev.jubelet.edge.usage.CgroupUsage.Throttling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a container as a kernel of version 6.18 writes them, all lines of them. */
final class RecordedCgroupTest {
  private static final String V1 = "/kubepods/pod1/c1";
  private static final String V2 = "/kubepods.slice/pod1.slice/c1.scope";
  private static final Map<String, Long> OTHERS =
      Map.of("Sync", 2_420_736L, "Async", 0L, "Discard", 0L, "Total", 2_420_736L);
  private static final CgroupUsage OF_V1 =
      new CgroupUsage(
          new Cpu(27_095_596, 10_000_000, 10_000_000, new Throttling(0, 0, 0, 0, 0)),
          new Memory(
              360_448,
              3_887_104,
              0,
              249_856,
              0,
              0,
              new Stat(0, 110_592, 0, 0, 0, 1225, 0, 1225, 0)),
          new Tasks(2, 2),
          List.of(new DeviceIo(253, 0, 2_416_640, 4096, 41, 1, OTHERS, null)),
          null,
          null,
          null);
  private static final CgroupUsage OF_V2 =
      new CgroupUsage(
          new Cpu(27_095_000, 14_032_000, 13_063_000, new Throttling(31, 4, 190_233_000, 0, 0)),
          new Memory(
              2_777_088,
              3_887_104,
              0,
              249_856,
              12,
              1,
              new Stat(2_416_640, 110_592, 1_114_112, 1_114_112, 1_302_528, 1225, 7, 1225, 7)),
          new Tasks(2, 2),
          List.of(
              new DeviceIo(
                  253,
                  0,
                  2_416_640,
                  4096,
                  41,
                  1,
                  Map.of("Discard", 0L),
                  new IoCost(1500L, null, null, null)),
              new DeviceIo(259, 1, 0, 0, 0, 0, Map.of(), null)),
          new Pressure(new Share(85.72, 87.27, 84.66, 27_068_268_717L), new Share(0, 0, 0, 0)),
          new Pressure(new Share(0, 0, 0, 0), new Share(0, 0, 0, 0)),
          new Pressure(
              new Share(1.44, 1.57, 1.53, 962_919_008), new Share(0.33, 0.26, 0.06, 172_028_869)));

  @TempDir Path copy;

  @BeforeEach
  void record() throws IOException, URISyntaxException {
    Path recorded = Path.of(Objects.requireNonNull(getClass().getResource("/cgroup")).toURI());
    try (Stream<Path> all = Files.walk(recorded)) {
      all.filter(Files::isRegularFile).forEach(file -> copy(recorded, file));
    }
  }

  private void copy(Path from, Path file) {
    try {
      Path to = copy.resolve(from.relativize(file).toString());
      Files.createDirectories(to.getParent());
      Files.copy(file, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void versionOneIsReadWhole() {
    assertThat(v1().usage(V1, Depth.FULL, true, null)).contains(OF_V1);
    assertThat(v1().limits(V1)).isEqualTo(new CgroupLimits(2, -1, 100_000, -1, -1, -1, -1));
    assertThat(v1().children("/kubepods")).containsExactly("pod1");
    assertThat(v1().processes(V1)).containsExactly(8095L, 8192L);
  }

  @Test
  void versionTwoIsReadWhole() {
    assertThat(v2().usage(V2, Depth.FULL, true, null)).contains(OF_V2);
    assertThat(v2().limits(V2))
        .isEqualTo(new CgroupLimits(2046, 50_000, 100_000, 67_108_864, 0, 0, -1));
    assertThat(v2().processes(V2)).containsExactly(8095L, 8192L);
  }

  @Test
  void aShortReadingHasOnlyProcessorTimeAndMemory() {
    CgroupUsage short1 = v1().usage(V1, Depth.CORE, true, null).orElseThrow();
    CgroupUsage short2 = v2().usage(V2, Depth.CORE, true, null).orElseThrow();
    for (CgroupUsage one : List.of(short1, short2)) {
      assertThat(one.cpu()).isNotNull();
      assertThat(one.memory()).isNotNull();
      assertThat(one.tasks()).isNull();
      assertThat(one.io()).isEmpty();
      assertThat(one.cpuPressure()).isNull();
    }
  }

  @Test
  void ofAContainerThatRestedOnlyWhatMayHaveChangedIsReadAgain() throws IOException {
    write("v1/memory" + V1 + "/memory.stat", "total_inactive_file 4096\n");
    write("v1/memory" + V1 + "/memory.failcnt", "77\n");
    write("v1/pids" + V1 + "/pids.current", "77\n");
    CgroupUsage one = v1().usage(V1, Depth.FULL, true, OF_V1).orElseThrow();
    assertThat(one.tasks()).isEqualTo(OF_V1.tasks());
    assertThat(one.io()).isEqualTo(OF_V1.io());
    Memory memory = Objects.requireNonNull(one.memory());
    assertThat(memory.failures()).isZero();
    assertThat(memory.stat().inactiveFile()).isEqualTo(4096);

    write("v2" + V2 + "/memory.stat", "inactive_file 4096\n");
    write("v2" + V2 + "/memory.peak", "99\n");
    write("v2" + V2 + "/io.stat", "");
    write("v2" + V2 + "/io.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=5\n");
    CgroupUsage two = v2().usage(V2, Depth.FULL, true, OF_V2).orElseThrow();
    assertThat(Objects.requireNonNull(two.memory()).peak()).isEqualTo(3_887_104);
    assertThat(Objects.requireNonNull(two.memory()).workingSet()).isEqualTo(2_772_992);
    assertThat(two.io()).isEmpty();
    assertThat(Objects.requireNonNull(two.ioPressure()).some().totalMicros()).isEqualTo(5);
  }

  @Test
  void ofAContainerThatRanEverythingIsReadAgain() throws IOException {
    write("v1/cpuacct" + V1 + "/cpuacct.usage", "27095597\n");
    write("v1/memory" + V1 + "/memory.failcnt", "77\n");
    write("v1/pids" + V1 + "/pids.current", "78\n");
    CgroupUsage usage = v1().usage(V1, Depth.FULL, true, OF_V1).orElseThrow();
    assertThat(Objects.requireNonNull(usage.memory()).failures()).isEqualTo(77);
    assertThat(usage.tasks()).isEqualTo(new Tasks(2, 78));
  }

  @Test
  void aQuotaThatWasSetMeanwhileIsLookedAt() throws IOException {
    CgroupUsage free = v1().usage(V1, Depth.FULL, false, null).orElseThrow();
    assertThat(Objects.requireNonNull(free.cpu()).throttling()).isNull();
    CgroupUsage bound = v1().usage(V1, Depth.FULL, true, free).orElseThrow();
    assertThat(Objects.requireNonNull(bound.cpu()).throttling()).isNotNull();
  }

  @Test
  void whatWasReleasedIsOpenedAgain() throws IOException {
    CgroupV2Reader reader = v2();
    Optional<CgroupUsage> first = reader.usage(V2, Depth.CORE, false, null);
    reader.release();
    Files.move(copy.resolve("v2/kubepods.slice"), copy.resolve("v2/other.slice"));
    assertThat(reader.usage(V2, Depth.CORE, false, null)).isEmpty();
    reader.release();
    Files.move(copy.resolve("v2/other.slice"), copy.resolve("v2/kubepods.slice"));
    assertThat(reader.usage(V2, Depth.CORE, false, null)).isEqualTo(first);
  }

  @Test
  void theRootCountsItsOwnProcessesAndAllThreads() throws IOException {
    write("proc/loadavg", "0.10 0.98 1.64 3/512 1234\n");
    write("v1/cpuacct/cpuacct.usage", "5\n");
    write("v1/pids/cgroup.procs", "1\n2\n3\n");
    write("v2/cpu.stat", "usage_usec 5\n");
    write("v2/cgroup.procs", "1\n2\n3\n");
    for (CgroupReader reader : List.of(v1(), v2())) {
      assertThat(reader.usage("/", Depth.FULL, false, null).orElseThrow().tasks())
          .isEqualTo(new Tasks(3, 512));
    }
  }

  private CgroupV1Reader v1() {
    return new CgroupV1Reader(
        Stream.of("cpu", "cpuacct", "memory", "pids", "blkio")
            .map(copy.resolve("v1")::resolve)
            .toList(),
        copy.resolve("proc"));
  }

  private CgroupV2Reader v2() {
    return new CgroupV2Reader(copy.resolve("v2"), copy.resolve("proc"));
  }

  private void write(String file, String text) throws IOException {
    Path path = copy.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
