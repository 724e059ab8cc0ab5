package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Samples;
import dev.jubelet.benchmark.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a whole time; a floor of null is work that only the agent has. */
record Part<A, F>(String name, Function<A, Duration> agent, @Nullable Function<F, Duration> floor) {

  /** The median of each part. */
  static <A, F> List<Row> rows(List<Part<A, F>> parts, List<A> agent, List<F> floor) {
    List<Row> rows = new ArrayList<>();
    for (Part<A, F> part : parts) {
      Function<F, Duration> ofFloor = part.floor();
      rows.add(
          new Row(
              "· " + part.name(),
              agent.size(),
              median(agent, part.agent()),
              ofFloor == null ? null : median(floor, ofFloor),
              new Target.None()));
    }
    return rows;
  }

  private static <T> Quantity median(List<T> all, Function<T, Duration> time) {
    return Quantity.of(Samples.of(all.stream().map(time).toList()).median());
  }
}
