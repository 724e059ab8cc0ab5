package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.metric.Format;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetricPagesTest {
  @TempDir Path directory;

  private RunningServer server;

  @BeforeEach
  void start() {
    server = new RunningServer(directory, true, null, true);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void metricsAreTextOfTheirFormat() throws Exception {
    server.send("readOnly", "GET", "/pods");
    HttpResponse<String> answer = server.send("readOnly", "GET", "/metrics");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains(
            "# TYPE kubelet_http_requests_total counter\n",
            "kubelet_http_requests_total{method=\"GET\",path=\"pods\",server_type=\"readonly\","
                + "long_running=\"false\"} 1\n");
  }

  @ParameterizedTest
  @CsvSource({
    "main, GET, /metrics/probes, GET, metrics/probes, readwrite, false",
    "main, GET, /exec/a/b/c, GET, exec, readwrite, true",
    "main, GET, /portForward/a/b, GET, portForward, readwrite, false",
    "main, DELETE, /metrics/slis, DELETE, metrics/slis, readwrite, false",
    "readOnly, PATCH, /pods/, other, pods, readonly, false",
    "readOnly, GET, /nothing/like/this, GET, other, readonly, false",
    "readOnly, GET, /, GET, other, readonly, false",
    "readOnly, GET, /metrics/unknown, GET, metrics, readonly, false"
  })
  void aRequestIsCountedByFixedWords(
      String listener,
      String method,
      String target,
      String methodLabel,
      String path,
      String type,
      String longRunning)
      throws Exception {
    server.send(listener, method, target);
    assertThat(series())
        .contains(
            "kubelet_http_requests_total{method=\"%s\",path=\"%s\",server_type=\"%s\",long_running=\"%s\"} 1"
                .formatted(methodLabel, path, type, longRunning));
  }

  @Test
  @Timeout(20)
  void nothingIsUnderWayAfterwards() throws Exception {
    server.send("main", "GET", "/pods");
    // The answer may be here before the server has noted its end.
    while (!underWay().endsWith(" 0")) {
      Thread.yield();
    }
  }

  private String underWay() {
    List<String> lines =
        series().stream()
            .filter(line -> line.startsWith("kubelet_http_inflight_requests"))
            .toList();
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }

  @Test
  void slisTellTheHealthAndCanBeReset() throws Exception {
    server.send("main", "GET", "/healthz");
    assertThat(server.send("main", "DELETE", "/metrics/slis").statusCode()).isEqualTo(200);
    assertThat(server.send("main", "GET", "/metrics/slis").body()).isEmpty();
  }

  private List<String> series() {
    String text = joined(server.metrics.text(Format.PROMETHEUS));
    return text.lines().filter(line -> !line.startsWith("#")).toList();
  }

  private static String joined(List<byte[]> pieces) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    pieces.forEach(whole::writeBytes);
    return whole.toString(StandardCharsets.UTF_8);
  }
}
