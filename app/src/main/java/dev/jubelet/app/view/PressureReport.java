package dev.jubelet.app.view;

import dev.jubelet.base.GoDuration;
import dev.jubelet.pod.model.NodePressure;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.resource.eviction.pressure.NodePressures;
import dev.jubelet.resource.eviction.pressure.NodeSignal;
import dev.jubelet.resource.eviction.pressure.NodeSignal.Starved;
import dev.jubelet.resource.eviction.pressure.PodUsage;
import dev.jubelet.resource.eviction.pressure.PressureWatch;
import dev.jubelet.resource.eviction.pressure.PressureWatch.Snapshot;
import dev.jubelet.resource.eviction.pressure.Ranking;
import dev.jubelet.resource.eviction.pressure.Reading;
import dev.jubelet.resource.eviction.pressure.Threshold;
import dev.jubelet.server.AgentView.NextRow;
import dev.jubelet.server.AgentView.Problem;
import dev.jubelet.server.AgentView.Shortages;
import dev.jubelet.server.AgentView.SignalRow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the node is short of, in rows for people.
 *
 * <p>Thread: any.
 *
 * @param watch empty for an agent that does not evict
 */
public record PressureReport(NodePressures pressures, Optional<PressureWatch> watch) {
  private static final int SHOWN = 5;

  /** What a shortage of anything else would take is only of interest when it comes. */
  private static final List<NodeSignal> ALWAYS = List.of(NodeSignal.MEMORY, NodeSignal.NODE_DISK);

  /** Each pressure that holds. */
  public List<Problem> problems() {
    return pressures.now().stream()
        .sorted()
        .map(
            pressure ->
                new Problem(
                    "pressure",
                    pressure.type(),
                    pressure.text(true).message() + signs(pressure),
                    "free it; `jubelet explain node` says which pod goes next",
                    null))
        .toList();
  }

  private String signs(NodePressure pressure) {
    List<String> signs =
        watch.stream()
            .flatMap(one -> one.snapshot().met().stream())
            .filter(met -> met.signal().starved().pressure() == pressure)
            .map(met -> met.signal().wireName())
            .distinct()
            .toList();
    return signs.isEmpty() ? " lately" : ": " + String.join(", ", signs);
  }

  /** All of it. */
  Shortages shortages() {
    List<String> conditions = pressures.now().stream().sorted().map(NodePressure::type).toList();
    if (watch.isEmpty()) {
      return new Shortages(conditions, List.of(), List.of());
    }
    Snapshot snapshot = watch.get().snapshot();
    List<SignalRow> signals =
        snapshot.thresholds().stream().map(one -> row(one, snapshot)).toList();
    return new Shortages(conditions, signals, next(watch.get(), snapshot));
  }

  private static SignalRow row(Threshold threshold, Snapshot snapshot) {
    NodeSignal signal = threshold.signal();
    Reading reading = snapshot.readings().get(signal);
    return new SignalRow(
        signal.wireName(),
        reading == null ? "" : signal.text(threshold.value().of(reading.capacity())),
        threshold.isHard() ? "" : GoDuration.format(threshold.grace()),
        reading == null ? "" : signal.text(reading.available()),
        reading == null ? "" : signal.text(reading.capacity()),
        snapshot.met().contains(threshold));
  }

  private static List<NextRow> next(PressureWatch watch, Snapshot snapshot) {
    Map<Starved, NodeSignal> wanted = new EnumMap<>(Starved.class);
    ALWAYS.forEach(signal -> wanted.put(signal.starved(), signal));
    snapshot.met().forEach(met -> wanted.put(met.signal().starved(), met.signal()));
    List<NextRow> rows = new ArrayList<>();
    wanted.forEach(
        (starved, signal) -> {
          List<PodUsage> ranked = watch.candidates(signal);
          for (int i = 0; i < Math.min(SHOWN, ranked.size()); i++) {
            PodUsage usage = ranked.get(i);
            rows.add(
                new NextRow(
                    starved.wireName(),
                    i + 1,
                    PodKey.of(usage.pod()).toString(),
                    Ranking.why(signal, snapshot.layout(), usage)));
          }
        });
    return rows;
  }
}
