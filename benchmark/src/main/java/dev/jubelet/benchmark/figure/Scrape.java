package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.HttpConnection;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What it costs that Prometheus asks a full node: {@code /metrics} and {@code /metrics/cadvisor}.
 */
public final class Scrape implements Figure {
  private static final int WARM_UP = 3;
  // Prometheus comes every half minute; within five seconds the agent does not look again.
  private static final Duration PACE = Duration.ofMillis(5_200);
  private static final Target ENOUGH = new Target.AtMost(Quantity.of(Duration.ofMillis(50)));
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
      Duration used = Duration.ZERO;
      List<Duration> times = new ArrayList<>();
      long bytes = 0;
      for (int i = 0; i < rounds; i++) {
        bench.pauses().pause(PACE);
        Duration before = use.cpu();
        long begun = bench.node().timers().nanoTime();
        bytes = scrape(connection);
        times.add(Duration.ofNanos(bench.node().timers().nanoTime() - begun));
        used = used.plus(use.cpu().minus(before));
      }
      return List.of(
          new Row(
              "scrape with %d pods: processor".formatted(pods),
              rounds,
              Quantity.of(used.dividedBy(rounds)),
              null,
              ENOUGH),
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
