package dev.jubelet.base.metric;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * A family whose numbers stand elsewhere and are looked up when somebody asks.
 *
 * <p>Thread: any; the source must allow that.
 */
public final class Collected implements Metric {
  private final String name;
  private final Kind kind;
  private final String help;
  private final List<String> labels;
  private final Consumer<Sink> source;

  /** Where a source puts its samples. */
  public interface Sink {
    void sample(double value, String... labelValues);
  }

  public Collected(
      String name, Kind kind, String help, List<String> labels, Consumer<Sink> source) {
    this.name = name;
    this.kind = kind;
    this.help = help;
    this.labels = List.copyOf(labels);
    this.source = source;
  }

  /** A gauge without labels. */
  public static Collected gauge(String name, String help, DoubleSupplier value) {
    return new Collected(
        name, Kind.GAUGE, help, List.of(), sink -> sink.sample(value.getAsDouble()));
  }

  /** A counter without labels. */
  public static Collected counter(String name, String help, DoubleSupplier value) {
    return new Collected(
        name, Kind.COUNTER, help, List.of(), sink -> sink.sample(value.getAsDouble()));
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
    source.accept(
        (value, labelValues) -> out.sample(MetricLabels.of(labels, List.of(labelValues)), value));
  }
}
