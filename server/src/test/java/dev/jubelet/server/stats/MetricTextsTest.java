package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetricTextsTest {
  private static final String MAIN =
      "container=\"main\",id=\"/kubepods/podu1/cri-containerd-c1.scope\",image=\"example/web:1\","
          + "name=\"c1\",namespace=\"default\",pod=\"web\"";
  private static final MachineDescription FACTS =
      new MachineDescription(
          OnePod.STARTED,
          "boot",
          "machine",
          "uuid",
          "6.1",
          "Debian",
          new MachineDescription.Processors(4, 2, 1, 0, 0),
          List.of(new MemoryModules("DDR4", 2, 1024)));

  @TempDir Path directory;

  private OnePod one;
  private long millis;

  @BeforeEach
  void prepare() throws IOException {
    one = new OnePod(directory);
    millis = one.timers.now().toEpochMilli();
  }

  @Test
  void resourceMetricsAreTheseAndNoOthers() {
    String expected =
        """
        # HELP container_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the container in core-seconds
        # TYPE container_cpu_usage_seconds_total counter
        container_cpu_usage_seconds_total{container="main",pod="web",namespace="default"} 4 T
        # HELP container_memory_working_set_bytes [STABLE] Current working set of the container in bytes
        # TYPE container_memory_working_set_bytes gauge
        container_memory_working_set_bytes{container="main",pod="web",namespace="default"} 1400 T
        # HELP container_start_time_seconds [STABLE] Start time of the container since unix epoch in seconds
        # TYPE container_start_time_seconds gauge
        container_start_time_seconds{container="main",pod="web",namespace="default"} 1.772359201e+09
        # HELP container_swap_limit_bytes [ALPHA] Current amount of the container swap limit in bytes. Reported only where there is one
        # TYPE container_swap_limit_bytes gauge
        container_swap_limit_bytes{container="main",pod="web",namespace="default"} 0 T
        # HELP container_swap_usage_bytes [ALPHA] Current amount of the container swap usage in bytes
        # TYPE container_swap_usage_bytes gauge
        container_swap_usage_bytes{container="main",pod="web",namespace="default"} 7 T
        # HELP node_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the node in core-seconds
        # TYPE node_cpu_usage_seconds_total counter
        node_cpu_usage_seconds_total 90 T
        # HELP node_memory_working_set_bytes [STABLE] Current working set of the node in bytes
        # TYPE node_memory_working_set_bytes gauge
        node_memory_working_set_bytes 8000 T
        # HELP node_swap_usage_bytes [ALPHA] Current swap usage of the node in bytes
        # TYPE node_swap_usage_bytes gauge
        node_swap_usage_bytes 7 T
        # HELP pod_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the pod in core-seconds
        # TYPE pod_cpu_usage_seconds_total counter
        pod_cpu_usage_seconds_total{pod="web",namespace="default"} 5 T
        # HELP pod_memory_working_set_bytes [STABLE] Current working set of the pod in bytes
        # TYPE pod_memory_working_set_bytes gauge
        pod_memory_working_set_bytes{pod="web",namespace="default"} 1500 T
        # HELP pod_swap_usage_bytes [ALPHA] Current amount of the pod swap usage in bytes
        # TYPE pod_swap_usage_bytes gauge
        pod_swap_usage_bytes{pod="web",namespace="default"} 7 T
        # HELP resource_scrape_error [STABLE] 1 if there was an error while getting container metrics, 0 otherwise
        # TYPE resource_scrape_error gauge
        resource_scrape_error 0
        """
            .replace(" T\n", " " + millis + "\n");
    assertThat(text(ResourceText.write(one.measurer.measure(Depth.CORE), Format.PROMETHEUS)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "container_cpu_user_seconds_total, 2, true",
    "container_cpu_cfs_throttled_periods_total, 2, true",
    "container_memory_max_usage_bytes, 3800, true",
    "container_memory_working_set_bytes, 1400, true",
    "container_oom_events_total, 1, true",
    "container_threads, 3, true",
    "container_file_descriptors, 40, true",
    "container_sockets, 5, true",
    "container_threads_max, 10, true",
    "container_health_state, -1, true",
    "container_cpu_load_average_10s, 0, true",
    "container_pressure_cpu_waiting_seconds_total, 2, true",
    "container_spec_cpu_quota, 50000, false",
    "container_spec_memory_limit_bytes, 4000, false",
    "container_start_time_seconds, 1.772359201e+09, false"
  })
  void aContainerIsKnownByItsLabels(String name, String value, boolean timed) {
    assertThat(cadvisor()).contains(name + "{" + MAIN + "} " + value + (timed ? " " + millis : ""));
  }

  @Test
  void someSeriesHaveFurtherLabels() {
    assertThat(cadvisor())
        .contains(
            "container_cpu_usage_seconds_total{" + MAIN + ",cpu=\"total\"} 4 " + millis,
            "container_memory_failures_total{"
                + MAIN
                + ",failure_type=\"pgfault\",scope=\"hierarchy\"} 60 "
                + millis,
            "container_ulimits_soft{" + MAIN + ",ulimit=\"max_open_files\"} 1024 " + millis,
            "container_tasks_state{" + MAIN + ",state=\"sleeping\"} 0 " + millis);
  }

  @Test
  void whatADiskDidIsToldByOperation() {
    assertThat(cadvisor())
        .filteredOn(line -> line.startsWith("container_blkio_device_usage_total{" + MAIN))
        .extracting(line -> line.replaceAll(".*operation=", "").replace(" " + millis, ""))
        .containsExactlyInAnyOrder("\"Read\"} 100", "\"Write\"} 200", "\"Discard\"} 300");
  }

  @Test
  void theCostOfDisksIsToldWhereTheKernelWeighsIt() {
    assertThat(cadvisor())
        .filteredOn(line -> line.startsWith("container_fs_io_cost_") && line.contains(MAIN))
        .singleElement()
        .asString()
        .startsWith("container_fs_io_cost_usage_seconds_total{" + MAIN + ",device=")
        .endsWith(" 3 " + millis);
  }

  @ParameterizedTest
  @CsvSource({
    "machine_cpu_cores, '', 4",
    "machine_cpu_physical_cores, '', 2",
    "machine_cpu_sockets, '', 1",
    "machine_cpu_books, '', 0",
    "machine_cpu_drawers, '', 0",
    "machine_memory_bytes, '', 10000",
    "machine_swap_bytes, '', 0",
    "machine_dimm_count, ',type=\"DDR4\"', 2",
    "machine_dimm_capacity_bytes, ',type=\"DDR4\"', 1024",
    "machine_nvm_avg_power_budget_watts, '', 0",
    "machine_nvm_capacity, ',mode=\"memory_mode\"', 0",
    "machine_nvm_capacity, ',mode=\"app_direct_mode\"', 0"
  })
  void theMachineIsToldWithoutATime(String name, String label, String value) {
    String labels = "{boot_id=\"boot\",machine_id=\"machine\",system_uuid=\"uuid\"" + label + "} ";
    assertThat(cadvisor()).contains(name + labels + value);
  }

  @Test
  void everyFamilyIsToldOnceWithAHelp() {
    List<String> heads = cadvisor().stream().filter(line -> line.startsWith("# HELP ")).toList();
    assertThat(heads).doesNotHaveDuplicates().allMatch(head -> head.split(" ", -1).length > 4);
  }

  @Test
  void theNetworkOfAPodIsToldOnceWithItsSandbox() {
    List<String> received =
        cadvisor().stream()
            .filter(line -> line.startsWith("container_network_receive_bytes_total{"))
            .filter(line -> line.contains("pod=\"web\""))
            .toList();
    assertThat(received)
        .containsExactly(
            "container_network_receive_bytes_total{container=\"\",id=\""
                + OnePod.SANDBOX
                + "\",image=\"\",name=\"sb1\",namespace=\"default\",pod=\"web\","
                + "interface=\"eth0\"} 10 "
                + millis);
  }

  @Test
  void whatHasNoQuotaIsNotThrottled() {
    assertThat(cadvisor())
        .noneMatch(
            line ->
                line.startsWith("container_cpu_cfs_periods_total{")
                    && line.contains("container=\"\""));
  }

  private List<String> cadvisor() {
    Measurements all = one.measurer.measure(Depth.FULL);
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    new CadvisorText(FACTS).write(all, one.machine(), new MetricText(Format.PROMETHEUS, page));
    return page.toString(StandardCharsets.US_ASCII).lines().toList();
  }

  private static String text(List<byte[]> pieces) {
    return pieces.stream()
        .map(piece -> new String(piece, StandardCharsets.US_ASCII))
        .collect(Collectors.joining());
  }
}
