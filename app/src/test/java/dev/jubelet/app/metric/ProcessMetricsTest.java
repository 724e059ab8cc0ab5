package dev.jubelet.app.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kernel says of the process that asks. */
final class ProcessMetricsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "process_cpu_seconds_total",
        "process_max_fds",
        "process_network_receive_bytes_total",
        "process_network_transmit_bytes_total",
        "process_open_fds",
        "process_resident_memory_bytes",
        "process_start_time_seconds",
        "process_virtual_memory_bytes",
        "process_virtual_memory_max_bytes",
      })
  void eachFamilyHasANumber(String family) {
    MetricRegistry registry = new MetricRegistry();
    ProcessMetrics.addTo(registry, Instant.EPOCH);
    StringBuilder page = new StringBuilder();
    registry
        .text(Format.PROMETHEUS)
        .forEach(piece -> page.append(new String(piece, StandardCharsets.UTF_8)));
    assertThat(page.toString()).containsPattern("(?m)^" + family + " [0-9][0-9.e+]*$");
  }
}
