package dev.jubelet.base.metric;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The series of a family by the values of its labels. There is a bound: what comes after it is
 * counted in one series whose labels all say {@code other}, so that no input makes the agent grow.
 *
 * <p>Thread: any. Owns: the series.
 */
final class Series<T> {
  static final int MOST = 1000;
  private static final String OTHER = "other";

  private record Entry<T>(MetricLabels labels, T value) {}

  private final List<String> names;
  private final Supplier<T> fresh;
  private final Map<List<String>, Entry<T>> entries = new ConcurrentHashMap<>();

  Series(List<String> names, Supplier<T> fresh) {
    this.names = List.copyOf(names);
    this.fresh = fresh;
    if (names.isEmpty()) {
      of(List.of());
    }
  }

  T of(List<String> values) {
    Entry<T> known = entries.get(values);
    if (known != null) {
      return known.value();
    }
    List<String> kept = entries.size() < MOST ? values : Collections.nCopies(names.size(), OTHER);
    return entries
        .computeIfAbsent(
            List.copyOf(kept), v -> new Entry<>(MetricLabels.of(names, v), fresh.get()))
        .value();
  }

  void removeIf(Predicate<List<String>> unwanted) {
    entries.keySet().removeIf(unwanted);
  }

  void forEach(BiConsumer<MetricLabels, T> action) {
    entries.values().forEach(entry -> action.accept(entry.labels(), entry.value()));
  }
}
