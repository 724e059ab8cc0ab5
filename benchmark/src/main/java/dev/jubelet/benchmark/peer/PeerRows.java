package dev.jubelet.benchmark.peer;

import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Target;
import java.util.ArrayList;
import java.util.List;

/** The table: each figure of ours beside upstream's. Pure. */
final class PeerRows {
  private static final int MEDIAN = 50;
  private static final int NEARLY_ALL = 90;

  private final Readings ours;
  private final Readings upstream;
  private final List<Row> rows = new ArrayList<>();

  private PeerRows(Readings ours, Readings upstream) {
    this.ours = ours;
    this.upstream = upstream;
  }

  static List<Row> of(Readings ours, Readings upstream, PeerScale scale) {
    PeerRows table = new PeerRows(ours, upstream);
    table.startRows();
    table.podRows(scale);
    table.deletionRows(scale);
    table.idleRows(scale);
    return List.copyOf(table.rows);
  }

  private void startRows() {
    percentile("kubelet started → Node Ready, p50", Series.NODE_READY, MEDIAN, 1.2);
    mean("· processor time until then", Series.NODE_READY_CPU, 0);
  }

  private void podRows(PeerScale scale) {
    mean("bound pod created → Ready, first of a process", Series.FIRST_POD, 0);
    percentile("bound pods after the start, one a second, p50", Series.COLD_POD, MEDIAN, 1.0);
    percentile("· p90", Series.COLD_POD, NEARLY_ALL, 1.0);
    mean("· processor time for %d".formatted(scale.pods()), Series.COLD_CPU, 1.5);
    percentile("bound pods later, one a second, p50", Series.WARM_POD, MEDIAN, 0.9);
    percentile("· p90", Series.WARM_POD, NEARLY_ALL, 0.9);
    mean("· processor time for %d".formatted(scale.pods()), Series.WARM_CPU, 0);
    mean("%d pods, 50 a second: first Ready".formatted(scale.crowd()), Series.CROWD_FIRST, 0);
    mean("· half of them", Series.CROWD_HALF, 0);
    mean("· all", Series.CROWD_ALL, 0);
    mean("· processor time", Series.CROWD_CPU, 1.0);
    percentile("container killed → status shown, p50", Series.DEATH, MEDIAN, 0);
    percentile("· p90", Series.DEATH, NEARLY_ALL, 0);
  }

  private void deletionRows(PeerScale scale) {
    percentile("pod deleted, grace 1 s → gone, p50", Series.DELETED_ONE, MEDIAN, 0);
    percentile("· p90", Series.DELETED_ONE, NEARLY_ALL, 0);
    mean("%d deleted at once → all gone".formatted(scale.pods()), Series.DELETED_FEW, 0);
    mean("· processor time", Series.DELETED_FEW_CPU, 0);
    mean("%d deleted at once → all gone".formatted(scale.crowd()), Series.DELETED_CROWD, 0);
    mean("· processor time", Series.DELETED_CROWD_CPU, 0);
  }

  private void idleRows(PeerScale scale) {
    long empty = scale.emptyAge().toSeconds();
    long full = scale.crowdAge().toSeconds();
    mean("idle without pods: processor", Series.EMPTY_IDLE_CPU, 0);
    mean("· RSS, %d s old".formatted(empty), Series.EMPTY_RSS, 0);
    mean("idle with %d pods: processor".formatted(scale.crowd()), Series.CROWD_IDLE_CPU, 0);
    mean("· RSS, %d s old".formatted(full), Series.CROWD_RSS, 1.2);
  }

  private void percentile(String figure, Series series, int percent, double most) {
    add(
        figure,
        series,
        ours.percentile(series, percent),
        upstream.percentile(series, percent),
        most);
  }

  private void mean(String figure, Series series, double most) {
    add(figure, series, ours.mean(series), upstream.mean(series), most);
  }

  /** {@code most} is how many times upstream's figure ours may be; 0 is no target. */
  private void add(String figure, Series series, Quantity value, Quantity theirs, double most) {
    Target target = most == 0 ? new Target.None() : new Target.TimesFloor(most);
    rows.add(new Row(figure, ours.count(series), value, theirs, target));
  }
}
