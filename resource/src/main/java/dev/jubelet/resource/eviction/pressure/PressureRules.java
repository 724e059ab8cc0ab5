package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.model.NodePressure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * What the readings of a pass mean. A threshold that led to an eviction stays met until there is so
 * much more again; a pressure stays for a while after its last sign, so that the node does not
 * flap. Pure.
 *
 * @param transition how long a pressure lasts after its last sign
 */
public record PressureRules(List<Threshold> thresholds, Duration transition) {

  /**
   * The outcome of a pass.
   *
   * @param met the thresholds below which the node is, whatever their grace
   * @param due those for which a pod has to go, the most urgent first
   * @param changesAt when the outcome changes by itself, with the same readings
   */
  public record Verdict(
      PressureState state,
      Set<NodePressure> pressures,
      List<Threshold> met,
      List<Threshold> due,
      Optional<Duration> changesAt) {}

  public Verdict judge(PressureState before, Map<NodeSignal, Reading> readings, Duration now) {
    List<Threshold> met = met(before, readings);
    Map<Threshold, Duration> firstMet = new LinkedHashMap<>();
    met.forEach(one -> firstMet.put(one, before.firstMet().getOrDefault(one, now)));
    Map<NodePressure, Duration> lastSeen = new EnumMap<>(NodePressure.class);
    lastSeen.putAll(before.lastSeen());
    met.forEach(one -> lastSeen.put(one.signal().starved().pressure(), now));
    Set<NodePressure> pressures = EnumSet.noneOf(NodePressure.class);
    lastSeen.forEach(
        (pressure, seen) -> {
          if (now.minus(seen).compareTo(transition) < 0) {
            pressures.add(pressure);
          }
        });
    List<Threshold> due =
        met.stream()
            .filter(one -> now.minus(firstMet.get(one)).compareTo(one.grace()) >= 0)
            .filter(one -> isNews(one.signal(), before, readings))
            .sorted(Comparator.comparing(one -> !isMemory(one)))
            .toList();
    return new Verdict(
        new PressureState(firstMet, lastSeen, due, readings),
        Set.copyOf(pressures),
        met,
        due,
        changesAt(firstMet, pressures, lastSeen, now));
  }

  /** Whether the node is above all its thresholds, with what should be left beyond them. */
  public boolean isResolvedBy(Map<NodeSignal, Reading> readings) {
    return below(thresholds, readings, Threshold::isUnresolvedBy).isEmpty();
  }

  private List<Threshold> met(PressureState before, Map<NodeSignal, Reading> readings) {
    List<Threshold> met = new ArrayList<>(below(thresholds, readings, Threshold::isMetBy));
    for (Threshold unresolved : below(before.due(), readings, Threshold::isUnresolvedBy)) {
      if (!met.contains(unresolved)) {
        met.add(unresolved);
      }
    }
    return met;
  }

  /** A signal that cannot be read says nothing. */
  private static List<Threshold> below(
      List<Threshold> thresholds,
      Map<NodeSignal, Reading> readings,
      BiPredicate<Threshold, Reading> isBelow) {
    return thresholds.stream()
        .filter(
            one ->
                Optional.ofNullable(readings.get(one.signal()))
                    .filter(reading -> isBelow.test(one, reading))
                    .isPresent())
        .toList();
  }

  /** Nobody goes for what was read before the last one went. */
  private static boolean isNews(
      NodeSignal signal, PressureState before, Map<NodeSignal, Reading> readings) {
    Reading old = before.readings().get(signal);
    Reading read = readings.get(signal);
    return old == null || (read != null && read.at().compareTo(old.at()) > 0);
  }

  private static boolean isMemory(Threshold threshold) {
    return threshold.signal().starved() == NodeSignal.Starved.MEMORY;
  }

  private Optional<Duration> changesAt(
      Map<Threshold, Duration> firstMet,
      Set<NodePressure> pressures,
      Map<NodePressure, Duration> lastSeen,
      Duration now) {
    List<Duration> times = new ArrayList<>();
    firstMet.forEach((threshold, since) -> times.add(since.plus(threshold.grace())));
    pressures.forEach(pressure -> times.add(transition.plus(lastSeen.get(pressure))));
    return times.stream().filter(time -> time.compareTo(now) > 0).min(Duration::compareTo);
  }
}
