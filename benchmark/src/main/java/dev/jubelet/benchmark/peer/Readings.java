package dev.jubelet.benchmark.peer;

import dev.jubelet.benchmark.report.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of one contender, in all its turns.
 *
 * <p>Thread: the benchmark's. Owns: the values.
 */
final class Readings {
  private final Map<Series, List<Quantity>> values = new EnumMap<>(Series.class);

  void add(Series series, Quantity value) {
    values.computeIfAbsent(series, _ -> new ArrayList<>()).add(value);
  }

  void add(Series series, Duration time) {
    add(series, Quantity.of(time));
  }

  int count(Series series) {
    return of(series).size();
  }

  /** By nearest rank; {@code percent} is from 1 to 100. */
  Quantity percentile(Series series, int percent) {
    List<Quantity> sorted =
        of(series).stream().sorted(Comparator.comparingDouble(Quantity::value)).toList();
    return sorted.get(Math.ceilDiv(percent * sorted.size(), 100) - 1);
  }

  Quantity mean(Series series) {
    List<Quantity> all = of(series);
    double sum = all.stream().mapToDouble(Quantity::value).sum();
    return new Quantity(sum / all.size(), all.getFirst().unit());
  }

  private List<Quantity> of(Series series) {
    List<Quantity> found = values.get(series);
    if (found == null) {
      throw new IllegalStateException(series + " was not measured");
    }
    return found;
  }
}
