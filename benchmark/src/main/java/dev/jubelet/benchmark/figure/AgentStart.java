package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.node.BenchNode;
import dev.jubelet.benchmark.node.HttpConnection;
import dev.jubelet.benchmark.node.LogTimes;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.Year;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** From the start of the process to a loop that has read its sources, and to a healthy answer. */
public final class AgentStart implements Figure {
  private static final String SYNCING = "All pod sources have been read";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
  private static final Quantity ALLOWED = Quantity.of(Duration.ofSeconds(1));

  @Override
  public List<Row> measure(Bench bench) {
    List<Row> rows = new ArrayList<>();
    bench.crowd().leave();
    rows.addAll(rows(bench, 0));
    bench.crowd().be();
    rows.addAll(rows(bench, bench.crowd().size()));
    return rows;
  }

  private record Times(Duration syncing, Duration healthy) {}

  private static List<Row> rows(Bench bench, int pods) {
    bench.say("starts of the agent with %d pods".formatted(pods));
    List<Times> times = new ArrayList<>();
    for (int start = 0; start < bench.scale().boots(); start++) {
      times.add(start(bench));
    }
    Samples syncing = Samples.of(times.stream().map(Times::syncing).toList());
    Samples healthy = Samples.of(times.stream().map(Times::healthy).toList());
    return List.of(
        new Row(
            "agent started → syncing, %d pods, p50".formatted(pods),
            syncing.count(),
            Quantity.of(syncing.median()),
            null,
            new Target.AtMost(ALLOWED)),
        Row.known(
            "agent started → healthy, %d pods, p50".formatted(pods),
            healthy.count(),
            Quantity.of(healthy.median())));
  }

  private static Times start(Bench bench) {
    BenchNode node = bench.node();
    node.stopAgent();
    bench.crowd().agentRestarted();
    int written = node.node().log().length();
    Path stamp = node.node().directory().resolve("started");
    node.launchStamped(stamp);
    bench.pauses().await("the agent is healthy", LOOK_AGAIN, () -> healthy(node));
    Instant healthy = node.timers().now();
    LogTimes times = new LogTimes(Year.from(healthy.atZone(zone())), zone());
    bench
        .pauses()
        .await(
            "the agent has read its sources",
            LOOK_AGAIN,
            () -> times.find(node.node().log().substring(written), SYNCING).isPresent());
    Instant syncing = times.find(node.node().log().substring(written), SYNCING).orElseThrow();
    Instant started = stamped(stamp);
    return new Times(Duration.between(started, syncing), Duration.between(started, healthy));
  }

  private static ZoneId zone() {
    return ZoneId.systemDefault();
  }

  /** Seconds with a fraction, as bash writes them. */
  private static Instant stamped(Path stamp) {
    try {
      BigDecimal micros = new BigDecimal(Files.readString(stamp)).movePointRight(6);
      return Instant.EPOCH.plusNanos(micros.longValueExact() * 1000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean healthy(BenchNode node) {
    try (HttpConnection connection = HttpConnection.toPort(node.node().healthzPort())) {
      return connection.get("/healthz").status() == 200;
    } catch (IOException e) {
      // Nobody listens yet.
      return false;
    }
  }
}
