package dev.jubelet.benchmark.cluster;

import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a client of the API server that watches all pods was shown, and when.
 *
 * <p>Thread: told on the reflector's lane, asked by the benchmark's. Owns: the sightings by name.
 */
final class PodWatch implements WatchListener<Pod> {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A pod as it was shown, or that it is gone. */
  private record Sighting(Optional<Pod> pod, long nanoTime) {}

  private final Timers timers;
  private final Map<String, List<Sighting>> sightings = new HashMap<>();

  PodWatch(Timers timers) {
    this.timers = timers;
  }

  @Override
  public void replaced(List<Pod> all, String resourceVersion) {
    all.forEach(pod -> note(pod, Optional.of(pod)));
  }

  @Override
  public void changed(WatchEvent<Pod> event) {
    switch (event) {
      case WatchEvent.Added<Pod>(Pod pod, _) -> note(pod, Optional.of(pod));
      case WatchEvent.Modified<Pod>(Pod pod, _) -> note(pod, Optional.of(pod));
      case WatchEvent.Deleted<Pod>(Pod pod, _) -> note(pod, Optional.empty());
      case WatchEvent.Bookmark<Pod> _ -> {}
    }
  }

  @Override
  public void lost(ApiException reason) {
    throw new BenchException("the API server is out of sight", reason);
  }

  private synchronized void note(Pod pod, Optional<Pod> shown) {
    sightings
        .computeIfAbsent(pod.getMetadata().getName(), _ -> new ArrayList<>())
        .add(new Sighting(shown, timers.nanoTime()));
    notifyAll();
  }

  /** Waits until the pod was shown like that; returns the moment. */
  long await(String name, String what, Predicate<Pod> condition) {
    return first(name, what, sighting -> sighting.pod().filter(condition).isPresent());
  }

  long awaitGone(String name) {
    return first(name, "gone", sighting -> sighting.pod().isEmpty());
  }

  private synchronized long first(String name, String what, Predicate<Sighting> condition) {
    long deadline = timers.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Optional<Sighting> found =
          sightings.getOrDefault(name, List.of()).stream().filter(condition).findFirst();
      if (found.isPresent()) {
        return found.get().nanoTime();
      }
      long left = deadline - timers.nanoTime();
      if (left <= 0) {
        throw new BenchException("pod " + name + " was never seen to be " + what);
      }
      try {
        wait(Math.ceilDiv(left, 1_000_000L));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BenchException("interrupted", e);
      }
    }
  }

  /** How often the pod was shown up to now. */
  synchronized int count(String name) {
    return sightings.getOrDefault(name, List.of()).size();
  }

  synchronized Pod newest(String name) {
    return sightings.getOrDefault(name, List.of()).getLast().pod().orElseThrow();
  }
}
