package dev.jubelet.server.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.server.http.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StreamMeterTest {
  private final MetricRegistry registry = new MetricRegistry();
  private final StreamMeter meter = new StreamMeter(registry);

  private String text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    registry.text(Format.PROMETHEUS).forEach(out::writeBytes);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void commandsAndTunnelsAreCountedWithWhatBecameOfThem() throws IOException {
    meter.translated("exec", () -> true);
    meter.translated("attach", () -> false);
    meter.tunnelled(() -> true);
    assertThatThrownBy(
            () ->
                meter.tunnelled(
                    () -> {
                      throw new Refusal(400, "no");
                    }))
        .isInstanceOf(Refusal.class);

    assertThat(text())
        .contains(
            "kubelet_websocket_streaming_requests_total{subresource=\"exec\"} 1",
            "kubelet_websocket_streaming_requests_total{subresource=\"attach\"} 1",
            "kubelet_websocket_streaming_requests_total{subresource=\"portforward\"} 2",
            "apiserver_stream_translator_requests_total{code=\"200\"} 1",
            "apiserver_stream_translator_requests_total{code=\"500\"} 1",
            "apiserver_stream_tunnel_requests_total{code=\"101\"} 1",
            "apiserver_stream_tunnel_requests_total{code=\"400\"} 1");
  }
}
