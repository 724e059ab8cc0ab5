package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.CpuUsage;
import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.MemoryUsage;
import dev.jubelet.api.cri.UInt64Value;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.TaskLimits;
import dev.jubelet.server.stats.Subjects.VolumeSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SummaryTest {
  private static final FsStats DISK = new FsStats(1L, 2L, 3L, 4L, 5L, 6L);

  @TempDir Path directory;

  private OnePod one;

  @BeforeEach
  void prepare() throws IOException {
    one = new OnePod(directory);
  }

  @Test
  void theShortSummaryHasProcessorAndMemoryOnly() throws IOException {
    String time = StatsJson.text(one.timers.now());
    String psi =
        """
        "psi":{"full":{"total":1000000,"avg10":0.0,"avg60":0.0,"avg300":0.0},\
        "some":{"total":2000000,"avg10":1.5,"avg60":0.5,"avg300":0.25}}""";
    JsonNode pod = summary(null).path("pods").path(0);
    assertThat(pod)
        .isEqualTo(
            json(
                """
                {"podRef":{"name":"web","namespace":"default","uid":"u1"},
                 "startTime":"2026-03-01T10:00:00Z",
                 "containers":[
                  {"name":"main","startTime":"2026-03-01T10:00:01Z",
                   "cpu":{"time":"T","usageCoreNanoSeconds":4000000000,PSI},
                   "memory":{"time":"T","availableBytes":2600,"usageBytes":1900,
                    "workingSetBytes":1400,"rssBytes":30,"pageFaults":60,"majorPageFaults":6},
                   "io":{"time":"T",PSI},
                   "swap":{"time":"T","swapAvailableBytes":0,"swapUsageBytes":7}}],
                 "cpu":{"time":"T","usageCoreNanoSeconds":5000000000,PSI},
                 "memory":{"time":"T","usageBytes":2000,"workingSetBytes":1500,"rssBytes":30,
                  "pageFaults":60,"majorPageFaults":6},
                 "io":{"time":"T",PSI},
                 "swap":{"time":"T","swapUsageBytes":7}}
                """
                    .replace("\"T\"", "\"" + time + "\"")
                    .replace("PSI", psi)));
  }

  @Test
  void theNodeHasItsMemoryAsLimit() throws IOException {
    JsonNode node = summary(null).path("node");
    assertThat(node.path("nodeName").asText()).isEqualTo("node1");
    assertThat(node.path("memory").path("availableBytes").asLong()).isEqualTo(2000);
    assertThat(node.path("systemContainers").path(0).path("name").asText()).isEqualTo("pods");
    assertThat(node.has("fs")).isFalse();
  }

  @Test
  void disksAreToldWhenAskedFor() throws IOException {
    JsonNode summary = summary(disks(Map.of("c1", withLayer())));
    JsonNode node = summary.path("node");
    assertThat(node.path("fs").path("inodesUsed").asLong()).isEqualTo(6);
    assertThat(node.path("runtime").path("imageFs").path("capacityBytes").asLong()).isEqualTo(2);
    assertThat(node.path("rlimit").path("maxpid").asLong()).isEqualTo(1000);
    assertThat(node.path("network").path("txBytes").asLong()).isEqualTo(20);
    JsonNode pod = summary.path("pods").path(0);
    assertThat(pod.path("network").path("interfaces").path(0).path("rxErrors").asLong())
        .isEqualTo(12);
    assertThat(pod.path("process_stats").path("process_count").asLong()).isEqualTo(2);
    assertThat(pod.path("ephemeral-storage").path("usedBytes").asLong()).isEqualTo(3);
    assertThat(pod.path("volume").path(0).path("name").asText()).isEqualTo("scratch");
    assertThat(pod.path("volume").path(0).has("pvcRef")).isFalse();
    assertThat(pod.path("volume").path(1).path("pvcRef"))
        .isEqualTo(json("{\"name\":\"claim1\",\"namespace\":\"default\"}"));
    JsonNode container = pod.path("containers").path(0);
    assertThat(container.path("rootfs").path("usedBytes").asLong()).isEqualTo(77);
    assertThat(container.path("rootfs").has("inodesUsed")).isFalse();
    assertThat(container.path("logs").path("usedBytes").asLong()).isEqualTo(3);
  }

  @Test
  void aRateThatIsNotKnownHereIsTakenFromTheRuntime() throws IOException {
    JsonNode container = summary(disks(Map.of("c1", withLayer()))).at("/pods/0/containers/0");
    assertThat(container.path("cpu").path("usageNanoCores").asLong()).isEqualTo(55);
    assertThat(container.path("cpu").path("usageCoreNanoSeconds").asLong())
        .isEqualTo(4_000_000_000L);
  }

  @Test
  void aContainerWithoutCgroupIsToldInTheRuntimesFigures() throws IOException {
    one.cgroups.usages.remove(OnePod.CONTAINER);
    JsonNode container = summary(disks(Map.of("c1", withLayer()))).at("/pods/0/containers/0");
    assertThat(container.path("cpu").path("usageCoreNanoSeconds").asLong()).isEqualTo(66);
    assertThat(container.path("memory").path("workingSetBytes").asLong()).isEqualTo(40);
    assertThat(container.path("memory").path("usageBytes").asLong()).isEqualTo(50);
  }

  private static ContainerStats withLayer() {
    return ContainerStats.newBuilder()
        .setCpu(
            CpuUsage.newBuilder().setUsageCoreNanoSeconds(value(66)).setUsageNanoCores(value(55)))
        .setMemory(MemoryUsage.newBuilder().setWorkingSetBytes(value(40)).setUsageBytes(value(50)))
        .setWritableLayer(FilesystemUsage.newBuilder().setUsedBytes(value(77)))
        .build();
  }

  private static UInt64Value value(long number) {
    return UInt64Value.newBuilder().setValue(number).build();
  }

  private static SummaryWriter.Disks disks(Map<String, ContainerStats> told) {
    Map<VolumeSubject, FsStats> volumes = new LinkedHashMap<>();
    volumes.put(new VolumeSubject("scratch", "scratch", null, true), DISK);
    volumes.put(new VolumeSubject("claimed", "claimed", "claim1", false), DISK);
    return new SummaryWriter.Disks(
        DISK,
        new RuntimeDisks.View(DISK, DISK, told),
        Map.of("u1", new PodDisks(Map.of("main", DISK), volumes, DISK)),
        new TaskLimits(1000, 10));
  }

  private JsonNode summary(SummaryWriter.@Nullable Disks disks) throws IOException {
    Measurements all = one.measurer.measure(disks == null ? Depth.CORE : Depth.FULL);
    byte[] text = new SummaryWriter(all, one.machine(), disks).write(OnePod.STARTED);
    return new ObjectMapper().readTree(text);
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }
}
