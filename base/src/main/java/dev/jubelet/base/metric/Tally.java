package dev.jubelet.base.metric;

import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Predicate;

/**
 * A number for each combination of labels, moved by those who see something happen.
 *
 * <p>Thread: any. Owns: the numbers.
 */
public final class Tally implements Metric {
  private final String name;
  private final Kind kind;
  private final String help;
  private final Series<DoubleAdder> series;

  private Tally(String name, Kind kind, String help, String... labels) {
    this.name = name;
    this.kind = kind;
    this.help = help;
    this.series = new Series<>(List.of(labels), DoubleAdder::new);
  }

  public static Tally counter(String name, String help, String... labels) {
    return new Tally(name, Kind.COUNTER, help, labels);
  }

  public static Tally gauge(String name, String help, String... labels) {
    return new Tally(name, Kind.GAUGE, help, labels);
  }

  public void increment(String... values) {
    add(1, values);
  }

  /** Less than nothing may be added to a gauge only. */
  public void add(double amount, String... values) {
    series.of(List.of(values)).add(amount);
  }

  /** Forgets the series whose label values are like this. */
  public void removeIf(Predicate<List<String>> unwanted) {
    series.removeIf(unwanted);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String help() {
    return help;
  }

  @Override
  public void write(MetricText out) {
    out.family(name, kind, help);
    series.forEach((labels, value) -> out.sample(labels, value.sum()));
  }
}
