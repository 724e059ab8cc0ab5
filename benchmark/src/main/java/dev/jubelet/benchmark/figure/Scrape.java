package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.HttpConnection;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What it costs that Prometheus asks a full node: {@code /metrics} and {@code /metrics/cadvisor}.
 */
public final class Scrape implements Figure {
  private static final int WARM_UP = 3;
  private static final Duration PACE = Duration.ofMillis(500);
  private static final List<String> PAGES = List.of("/metrics", "/metrics/cadvisor");

  @Override
  public List<Row> measure(Bench bench) {
    bench.crowd().be();
    int pods = bench.crowd().size();
    int rounds = bench.scale().api().scrapes();
    bench.say("%d scrapes with %d pods".formatted(rounds, pods));
    try (HttpConnection connection = HttpConnection.toPort(bench.node().node().readOnlyPort())) {
      for (int i = 0; i < WARM_UP; i++) {
        scrape(connection);
      }
      ProcessUse use = bench.node().agentUse();
      Duration before = use.cpu();
      List<Duration> times = new ArrayList<>();
      long bytes = 0;
      for (int i = 0; i < rounds; i++) {
        long begun = bench.node().timers().nanoTime();
        bytes = scrape(connection);
        times.add(Duration.ofNanos(bench.node().timers().nanoTime() - begun));
        bench.pauses().pause(PACE);
      }
      Duration used = use.cpu().minus(before).dividedBy(rounds);
      return List.of(
          Row.known("scrape with %d pods: processor".formatted(pods), rounds, Quantity.of(used)),
          Row.known("· time, p50", rounds, Quantity.of(Samples.of(times).median())),
          Row.known("· size", rounds, Quantity.kilobytes(bytes >> 10)));
    } catch (IOException e) {
      throw new BenchException("the agent's metrics cannot be read", e);
    }
  }

  private static long scrape(HttpConnection connection) throws IOException {
    long bytes = 0;
    for (String page : PAGES) {
      HttpConnection.Answer answer = connection.get(page);
      if (answer.status() != 200) {
        throw new BenchException(page + " answers " + answer.status());
      }
      bytes += answer.body().length();
    }
    return bytes;
  }
}
