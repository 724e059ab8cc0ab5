package dev.jubelet.server.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.server.health.HealthCheck;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class HealthSlisTest {
  private final MetricRegistry registry = new MetricRegistry();
  private final HealthSlis slis = new HealthSlis(registry);
  private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
  private final HealthCheck check = slis.observed(new HealthCheck("loop", problem::get));

  @Test
  void everyResultIsCountedAndTheNewestShown() {
    assertThat(check.problem().get()).isEmpty();
    assertThat(check.problem().get()).isEmpty();
    problem.set(Optional.of("stuck"));
    assertThat(check.problem().get()).contains("stuck");
    assertThat(text())
        .contains(
            "kubernetes_healthcheck{name=\"loop\",type=\"healthz\"} 0",
            "kubernetes_healthchecks_total{name=\"loop\",type=\"healthz\",status=\"success\"} 2",
            "kubernetes_healthchecks_total{name=\"loop\",type=\"healthz\",status=\"error\"} 1");
  }

  @Test
  void aResetForgetsAll() {
    assertThat(check.problem().get()).isEmpty();
    slis.reset();
    assertThat(text()).isEmpty();
  }

  private String text() {
    return joined(registry.text(Format.PROMETHEUS));
  }

  private static String joined(List<byte[]> pieces) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    pieces.forEach(whole::writeBytes);
    return whole.toString(StandardCharsets.UTF_8);
  }
}
