package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a real pod uses, as the pages of a real agent tell it. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class StatsIT {
  private static final long MIB = 1024 * 1024;
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  private final PrivateContainerd containerd;
  private final TestNode node;

  StatsIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.start(containerd);
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void theSummaryTellsWhatAPodUses() throws IOException {
    Pod pod = runUser();
    // The runtime looks at its disks every ten seconds.
    node.await(
        "the runtime has looked",
        () -> layerBytes(summary("")) > 4 * MIB && imageBytes(summary("")) > 0);
    JsonNode summary = summary("");
    JsonNode machine = summary.path("node");
    assertThat(machine.path("nodeName").asText()).isEqualTo("testnode");
    assertThat(machine.path("cpu").path("usageCoreNanoSeconds").asLong()).isPositive();
    assertThat(machine.path("memory").path("workingSetBytes").asLong()).isPositive();
    assertThat(machine.path("fs").path("capacityBytes").asLong())
        .isEqualTo(node.root().toFile().getTotalSpace());
    long tasks = machine.path("rlimit").path("curproc").asLong();
    assertThat(machine.path("rlimit").path("maxpid").asLong()).isGreaterThan(tasks);
    assertThat(machine.path("systemContainers").findValuesAsText("name")).contains("pods");

    JsonNode user = find(summary);
    assertThat(user.path("podRef").path("uid").asText()).isEqualTo(pod.getMetadata().getUid());
    assertThat(Instant.parse(user.path("startTime").asText())).isBefore(Instant.now());
    assertThat(user.path("cpu").path("usageCoreNanoSeconds").asLong()).isPositive();
    assertThat(user.path("memory").path("workingSetBytes").asLong()).isBetween(1L, 64 * MIB);
    assertThat(user.path("network").path("name").asText()).isEqualTo("eth0");
    assertThat(user.path("network").path("interfaces")).isNotEmpty();
    assertThat(user.path("process_stats").path("process_count").asLong()).isBetween(1L, 5L);
    assertThat(user.path("ephemeral-storage").path("usedBytes").asLong())
        .isBetween(12 * MIB, 20 * MIB);

    JsonNode container = user.path("containers").path(0);
    assertThat(container.path("name").asText()).isEqualTo("main");
    assertThat(container.path("memory").path("usageBytes").asLong()).isPositive();
    assertThat(container.path("memory").path("availableBytes").asLong()).isBetween(1L, 64 * MIB);
    assertThat(container.path("logs").path("usedBytes").asLong()).isPositive();
    assertThat(volumeBytes(user)).isBetween(8 * MIB, 9 * MIB);
  }

  @Test
  void processorUseNowIsToldFromTwoReadings() {
    runUser();
    summary("?only_cpu_and_memory=true");
    node.await(
        "there is a rate",
        () -> find(summary("?only_cpu_and_memory=true")).path("cpu").has("usageNanoCores"));
    JsonNode core = find(summary("?only_cpu_and_memory=true"));
    assertThat(core.has("network")).isFalse();
    assertThat(core.has("ephemeral-storage")).isFalse();
  }

  @Test
  void everyPageOfMetricsIsWellFormedAndShowsThePod() {
    runUser();
    PrometheusText cadvisor = metrics("/metrics/cadvisor");
    String[] main = {"container=main", "pod=user-testnode"};
    assertThat(cadvisor.values("container_cpu_usage_seconds_total", main))
        .singleElement()
        .satisfies(seconds -> assertThat(seconds).isPositive());
    assertThat(cadvisor.values("container_memory_working_set_bytes", main))
        .singleElement()
        .satisfies(bytes -> assertThat(bytes).isBetween(1.0, 64.0 * MIB));
    assertThat(cadvisor.values("container_spec_memory_limit_bytes", main))
        .containsExactly(64.0 * MIB);
    assertThat(cadvisor.values("container_network_receive_bytes_total", "pod=user-testnode"))
        .hasSize(1);
    assertThat(cadvisor.values("machine_memory_bytes")).hasSize(1);
    assertThat(cadvisor.values("machine_cpu_books")).hasSize(1);
    showsTheTasksOf(cadvisor, main);

    PrometheusText resource = metrics("/metrics/resource");
    assertThat(resource.values("pod_memory_working_set_bytes", "pod=user-testnode")).hasSize(1);
    assertThat(resource.values("container_start_time_seconds", main)).hasSize(1);

    PrometheusText own = metrics("/metrics");
    assertThat(own.values("kubelet_runtime_operations_total", "operation_type=run_podsandbox"))
        .containsExactly(1.0);
    assertThat(own.values("kubelet_running_containers", "container_state=running"))
        .containsExactly(1.0);
    assertThat(own.series()).containsEntry("kubelet_pod_start_duration_seconds_count{}", 1.0);
    assertThat(own.values("kubelet_container_log_filesystem_used_bytes")).hasSize(1);

    assertThat(metrics("/metrics/probes").values("prober_probe_total", "result=successful"))
        .singleElement()
        .satisfies(probes -> assertThat(probes).isPositive());
    assertThat(metrics("/metrics/slis").values("kubernetes_healthcheck", "name=ping"))
        .containsExactly(1.0);
  }

  /** A shell and what it waits for, each with its three usual descriptors. */
  private static void showsTheTasksOf(PrometheusText cadvisor, String... container) {
    double processes = cadvisor.values("container_processes", container).getFirst();
    assertThat(processes).isBetween(1.0, 5.0);
    assertThat(cadvisor.values("container_file_descriptors", container))
        .singleElement()
        .satisfies(open -> assertThat(open).isBetween(3.0 * processes, 20.0 * processes));
    assertThat(cadvisor.values("container_sockets", container)).hasSize(1);
    assertThat(cadvisor.values("container_ulimits_soft", "ulimit=max_open_files", "container=main"))
        .singleElement()
        .satisfies(most -> assertThat(most).isNotZero());
    assertThat(cadvisor.values("container_health_state", container)).containsExactly(-1.0);
    assertThat(cadvisor.values("container_tasks_state", container)).hasSize(5);
    assertThat(cadvisor.values("container_file_descriptors", "id=/,"))
        .singleElement()
        .satisfies(open -> assertThat(open).isPositive());
  }

  @Test
  void theProbesOfAPodThatIsGoneAreForgotten() {
    runUser();
    assertThat(metrics("/metrics/probes").values("prober_probe_total")).isNotEmpty();
    node.remove("user");
    node.awaitGone("user");
    assertThat(metrics("/metrics/probes").values("prober_probe_total")).isEmpty();
  }

  @Test
  void strangePathsMakeNoSeries() {
    for (String path : new String[] {"/", "/metrics/a/b", "/pods"}) {
      node.page(path);
    }
    int before = metrics("/metrics").series().size();
    for (int i = 0; i < 10_000; i++) {
      node.page("/" + Integer.toString(i, 36) + "/" + i + "?q=" + i);
    }
    assertThat(metrics("/metrics").series()).hasSizeLessThanOrEqualTo(before + 15);
  }

  /** Says a word, writes 4 MiB into its own layer and 8 MiB into a volume, and is ready then. */
  private Pod runUser() {
    node.apply(
        "user.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: user}
        spec:
          terminationGracePeriodSeconds: 1
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command:
            - sh
            - -c
            - "echo begun; dd if=/dev/zero of=/layer bs=1M count=4; dd if=/dev/zero of=/scratch/f bs=1M count=8; touch /done; %s"
            resources: {limits: {memory: 64Mi}}
            readinessProbe: {exec: {command: [test, -f, /done]}, periodSeconds: 1}
            volumeMounts: [{name: scratch, mountPath: /scratch}]
          volumes: [{name: scratch, emptyDir: {}}]
        """
            .formatted(containerd.image(), STAY));
    return node.awaitReady("user");
  }

  private static long layerBytes(JsonNode summary) {
    return find(summary).path("containers").path(0).path("rootfs").path("usedBytes").asLong();
  }

  private static long imageBytes(JsonNode summary) {
    return summary.path("node").path("runtime").path("imageFs").path("usedBytes").asLong();
  }

  private static long volumeBytes(JsonNode pod) {
    for (JsonNode volume : pod.path("volume")) {
      if (volume.path("name").asText().equals("scratch")) {
        return volume.path("usedBytes").asLong();
      }
    }
    return 0;
  }

  private static JsonNode find(JsonNode summary) {
    for (JsonNode pod : summary.path("pods")) {
      if (pod.path("podRef").path("name").asText().equals("user-testnode")) {
        return pod;
      }
    }
    throw new AssertionError("no such pod in " + summary);
  }

  private JsonNode summary(String query) {
    try {
      return new ObjectMapper().readTree(node.page("/stats/summary" + query).orElseThrow());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private PrometheusText metrics(String path) {
    return PrometheusText.parse(node.page(path).orElseThrow());
  }
}
