package dev.jubelet.resource.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.CgroupDriver;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.Pods;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file of the cgroups of all kinds of pods, with both versions of the kernel's interface. */
final class PodCgroupTableTest {
  private static final long MI = 1L << 20;
  private static final PodCgroupSettings SETTINGS =
      new PodCgroupSettings(
          true, Duration.ofMillis(100), 1024, List.of("1GB", "2MB"), MemoryReservation.OFF);

  @TempDir Path top;

  /** What differs from a pod that asks for nothing; files of version 1, then of version 2. */
  record Row(String name, Pod pod, String place, String v1, String v2) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row(
            "asks for nothing",
            pod(Pods.container("a", "", "")),
            "besteffort/",
            "cpu.shares=2",
            "cpu.weight=1"),
        new Row(
            "is guaranteed",
            pod(Pods.container("a", "cpu=500m memory=128Mi", "cpu=500m memory=128Mi")),
            "",
            "cpu.shares=512 cpu.cfs_quota_us=50000 cpu.cfs_period_us=100000"
                + " memory.limit_in_bytes="
                + 128 * MI,
            "cpu.weight=20 cpu.max=50000_100000 memory.max=" + 128 * MI),
        new Row(
            "has all limits",
            pod(
                Pods.container("a", "cpu=100m memory=64Mi", "cpu=1 memory=256Mi"),
                Pods.container("b", "cpu=150m", "cpu=500m memory=64Mi")),
            "burstable/",
            "cpu.shares=256 cpu.cfs_quota_us=150000 cpu.cfs_period_us=100000"
                + " memory.limit_in_bytes="
                + 320 * MI,
            "cpu.weight=10 cpu.max=150000_100000 memory.max=" + 320 * MI),
        new Row(
            "has a container without limits",
            pod(
                Pods.container("a", "cpu=1 memory=64Mi", "cpu=2 memory=64Mi"),
                Pods.container("b", "cpu=1", "")),
            "burstable/",
            "cpu.shares=2048",
            "cpu.weight=79"),
        new Row(
            "has an init container without limits",
            withInit(
                pod(Pods.container("a", "cpu=1", "cpu=1 memory=64Mi")),
                Pods.container("i", "", "memory=32Mi")),
            "burstable/",
            "cpu.shares=1024 memory.limit_in_bytes=" + 64 * MI,
            "cpu.weight=39 memory.max=" + 64 * MI),
        new Row(
            "asks for less than there is",
            pod(Pods.container("a", "cpu=1m", "cpu=5m")),
            "burstable/",
            "cpu.shares=2 cpu.cfs_quota_us=1000 cpu.cfs_period_us=100000",
            "cpu.weight=1 cpu.max=1000_100000"),
        new Row(
            "has overhead",
            withOverhead(
                pod(Pods.container("a", "cpu=250m memory=64Mi", "memory=64Mi")),
                "cpu=250m memory=32Mi"),
            "burstable/",
            "cpu.shares=512 memory.limit_in_bytes=" + 96 * MI,
            "cpu.weight=20 memory.max=" + 96 * MI),
        new Row(
            "has huge pages",
            pod(Pods.container("a", "cpu=1", "hugepages-2Mi=64Mi")),
            "burstable/",
            "cpu.shares=1024 hugetlb.2MB.limit_in_bytes=" + 64 * MI,
            "cpu.weight=39 hugetlb.2MB.max=" + 64 * MI),
        new Row(
            "states resources for itself",
            withPodLevel(pod(Pods.container("a", "", "")), "cpu=1", "cpu=2 memory=512Mi"),
            "burstable/",
            "cpu.shares=1024 cpu.cfs_quota_us=200000 cpu.cfs_period_us=100000"
                + " memory.limit_in_bytes="
                + 512 * MI,
            "cpu.weight=39 cpu.max=200000_100000 memory.max=" + 512 * MI),
        new Row(
            "is guaranteed by what it states for itself",
            withPodLevel(
                pod(Pods.container("a", "cpu=100m", "")),
                "cpu=2 memory=512Mi",
                "cpu=2 memory=512Mi"),
            "",
            "cpu.shares=2048 cpu.cfs_quota_us=200000 cpu.cfs_period_us=100000"
                + " memory.limit_in_bytes="
                + 512 * MI,
            "cpu.weight=79 cpu.max=200000_100000 memory.max=" + 512 * MI),
        new Row(
            "has sidecars and a large init container",
            withInit(
                pod(Pods.container("a", "cpu=500m", "")),
                Pods.sidecar("s", "cpu=500m"),
                Pods.container("i", "cpu=3500m", "")),
            "burstable/",
            "cpu.shares=4096",
            "cpu.weight=157"),
        new Row(
            "asks for more than the kernel counts",
            pod(Pods.container("a", "cpu=1000", "")),
            "burstable/",
            "cpu.shares=262144",
            "cpu.weight=10000"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void filesOfVersionOne(Row row) {
    PlayedKernel kernel = PlayedKernel.v1(top);
    assertThat(keeper(kernel, SETTINGS).ensure(row.pod())).isEmpty();
    Map<String, String> expected = expected(row.v1(), "limit_in_bytes");
    expected.put("cpuset.cpus", "0-3");
    expected.put("cpuset.mems", "0");
    assertThat(kernel.files("lab/kubepods/" + row.place() + "pod7")).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void filesOfVersionTwo(Row row) {
    PlayedKernel kernel = PlayedKernel.v2(top);
    assertThat(keeper(kernel, SETTINGS).ensure(row.pod())).isEmpty();
    assertThat(kernel.files("lab/kubepods/" + row.place() + "pod7"))
        .isEqualTo(expected(row.v2(), "max"));
  }

  @Test
  void controllersArePassedDownToThePodOfVersionTwo() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    keeper(kernel, SETTINGS).ensure(pod(Pods.container("a", "cpu=1", "")));
    for (String level : List.of("", "lab", "lab/kubepods", "lab/kubepods/burstable")) {
      assertThat(top.resolve(level).resolve("cgroup.subtree_control"))
          .content()
          .isEqualTo("+cpu +cpuset +hugetlb +io +memory +pids");
    }
  }

  @Test
  void withoutQuotaAPodHasNone() {
    PodCgroupSettings free =
        new PodCgroupSettings(false, Duration.ofMillis(100), -1, List.of(), MemoryReservation.OFF);
    PlayedKernel kernel = PlayedKernel.v2(top);
    keeper(kernel, free).ensure(pod(Pods.container("a", "", "cpu=1 memory=1Gi")));
    assertThat(kernel.files("lab/kubepods/pod7"))
        .isEqualTo(
            Map.of(
                "cpu.weight", "39",
                "cpu.max", "max 100000",
                "memory.max", Long.toString(1L << 30)));
  }

  @Test
  void memoryIsKeptInTiers() {
    PodCgroupSettings tiered =
        new PodCgroupSettings(
            true, Duration.ofMillis(100), -1, List.of(), MemoryReservation.TIERED);
    PodCgroupRules rules = new PodCgroupRules(tiered);
    assertThat(rules.of(pod(Pods.container("a", "", "cpu=1 memory=1Gi"))).unified())
        .isEqualTo(Map.of("memory.min", Long.toString(1L << 30)));
    assertThat(rules.of(pod(Pods.container("a", "memory=1Gi", ""))).unified())
        .isEqualTo(Map.of("memory.low", Long.toString(1L << 30)));
    assertThat(rules.of(pod(Pods.container("a", "cpu=1", ""))).unified()).isEmpty();
  }

  @Test
  void whatIsThereIsNotWrittenAgain() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    PodCgroupKeeper keeper = keeper(kernel, SETTINGS);
    Pod pod = pod(Pods.container("a", "cpu=1", ""));
    keeper.ensure(pod);
    Path weight = top.resolve("lab/kubepods/burstable/pod7/cpu.weight");
    PlayedKernel.write(weight, "5");
    keeper.ensure(pod);
    assertThat(weight).content().isEqualTo("5");
    assertThat(keeper.lookAfter(pod)).isFalse();
    assertThat(weight).content().isEqualTo("39");
  }

  @Test
  void aRunningPodWithoutItsCgroupIsLostUntilItHasOneAgain() {
    PodCgroupKeeper keeper = keeper(PlayedKernel.v2(top), SETTINGS);
    Pod pod = pod(Pods.container("a", "cpu=1", ""));
    assertThat(keeper.isLost(PodUid.of(pod))).isFalse();
    assertThat(keeper.lookAfter(pod)).isTrue();
    assertThat(keeper.isLost(PodUid.of(pod))).isTrue();
    keeper.ensure(pod);
    assertThat(keeper.isLost(PodUid.of(pod))).isFalse();
  }

  @Test
  void whatIsLeftOfAPodGetsTheLeastOfTheCpu() {
    PlayedKernel kernel = PlayedKernel.v1(top);
    PodCgroupKeeper keeper = keeper(kernel, SETTINGS);
    keeper.ensure(pod(Pods.container("a", "cpu=1", "")));
    keeper.slowDown(new PodUid("7"));
    assertThat(kernel.files("lab/kubepods/burstable/pod7")).containsEntry("cpu.shares", "2");
  }

  @Test
  void aCgroupThatCannotBeMadeIsNamed() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    PlayedKernel.write(top.resolve("lab"), "not a directory");
    assertThat(keeper(kernel, SETTINGS).ensure(pod(Pods.container("a", "", ""))))
        .hasValueSatisfying(
            problem ->
                assertThat(problem).startsWith("cannot make cgroup /lab/kubepods/besteffort/pod7"));
  }

  @Test
  void withoutCgroupsOfPodsNothingIsMade() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    CgroupNames none = new CgroupNames(CgroupDriver.CGROUPFS, "/lab", false);
    assertThat(keeper(kernel, none, SETTINGS).ensure(pod(Pods.container("a", "", "")))).isEmpty();
    assertThat(top.resolve("lab")).doesNotExist();
  }

  private static PodCgroupKeeper keeper(PlayedKernel kernel, PodCgroupSettings settings) {
    return keeper(kernel, new CgroupNames(CgroupDriver.CGROUPFS, "/lab", true), settings);
  }

  private static PodCgroupKeeper keeper(
      PlayedKernel kernel, CgroupNames names, PodCgroupSettings settings) {
    CgroupListener nobody = (operation, took) -> {};
    return new PodCgroupKeeper(
        names,
        new Cgroups(
            kernel.mounts, names.driver(), new RecordedSlices(), nobody, new ManualTimers()),
        new PodCgroupRules(settings),
        nobody);
  }

  private static Map<String, String> expected(String written, String limit) {
    Map<String, String> files = new TreeMap<>();
    files.put("pids.max", "1024");
    files.put("hugetlb.1GB." + limit, "0");
    files.put("hugetlb.2MB." + limit, "0");
    for (String pair : written.split(" ", -1)) {
      String[] halves = pair.split("=", 2);
      files.put(halves[0], halves[1].replace('_', ' '));
    }
    return files;
  }

  static Pod pod(Container... containers) {
    return new PodBuilder(Pods.of(containers)).editMetadata().withUid("7").endMetadata().build();
  }

  private static Pod withInit(Pod pod, Container... init) {
    return new PodBuilder(pod).editSpec().withInitContainers(init).endSpec().build();
  }

  private static Pod withOverhead(Pod pod, String overhead) {
    return new PodBuilder(pod).editSpec().withOverhead(Pods.quantities(overhead)).endSpec().build();
  }

  static Pod withPodLevel(Pod pod, String requests, String limits) {
    return new PodBuilder(pod)
        .editSpec()
        .withResources(
            new ResourceRequirementsBuilder()
                .withRequests(Pods.quantities(requests))
                .withLimits(Pods.quantities(limits))
                .build())
        .endSpec()
        .build();
  }
}
