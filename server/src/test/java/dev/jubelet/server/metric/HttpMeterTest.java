package dev.jubelet.server.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.metric.HttpMeter.ServerType;
import dev.jubelet.testing.time.ManualTimers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HttpMeterTest {
  private final ManualTimers timers = new ManualTimers();
  private final MetricRegistry registry = new MetricRegistry();
  private final HttpMeter meter = new HttpMeter(registry, timers);

  @Test
  void aHundredThousandRandomPathsAndMethodsAddNoSeries() throws IOException {
    Handler handler = meter.metered(ServerType.READ_WRITE, exchange -> {});
    new FakeExchange("BREW", "/coffee").through(handler);
    long before = text().lines().count();
    Random random = new Random(42);
    for (int i = 0; i < 100_000; i++) {
      String path = "/" + random.nextLong() + "/" + random.nextInt();
      new FakeExchange("M" + random.nextInt(), path).through(handler);
    }
    assertThat(text().lines().count()).isEqualTo(before);
  }

  @Test
  void aRequestThatFailsIsTimedToo() {
    Handler handler =
        meter.metered(
            ServerType.READ_ONLY,
            exchange -> {
              timers.advance(Duration.ofMillis(300));
              throw new IOException("gone");
            });
    assertThatThrownBy(() -> FakeExchange.get("/pods").through(handler))
        .isInstanceOf(IOException.class);
    assertThat(text())
        .contains("_bucket{method=\"GET\",path=\"pods\",server_type=\"readonly\",")
        .contains("long_running=\"false\",le=\"0.25\"} 0")
        .contains("long_running=\"false\",le=\"0.5\"} 1");
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
