package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.PodDemand;
import dev.jubelet.pod.spec.Quantities;
import dev.jubelet.resource.eviction.pressure.NodeSignal.Starved;
import dev.jubelet.resource.eviction.pressure.PodUsage.Figures;
import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * In which order pods have to go: those of which nothing is known and those that use more than they
 * asked for first, then by priority, then by how much more they use. Process ids are not asked for:
 * there only priority and number count. Pure.
 */
public final class Ranking {
  private final NodeSignal signal;
  private final DiskLayout layout;

  private Ranking(NodeSignal signal, DiskLayout layout) {
    this.signal = signal;
    this.layout = layout;
  }

  /** The first has to go first; those that the node cannot do without are among them. */
  public static List<PodUsage> order(NodeSignal signal, DiskLayout layout, List<PodUsage> pods) {
    return pods.stream().sorted(new Ranking(signal, layout).comparator()).toList();
  }

  /** Where a pod stands in that order, and why, in words. */
  public static String why(NodeSignal signal, DiskLayout layout, PodUsage usage) {
    if (usage.figures().isEmpty()) {
      return "nothing is known of what it uses";
    }
    Ranking ranking = new Ranking(signal, layout);
    String priority = "priority " + priority(usage.pod());
    return switch (signal.starved()) {
      case PIDS -> priority + ", " + usage.figures().get().processes() + " processes";
      case MEMORY, DISK ->
          "uses %s, request %s, %s"
              .formatted(
                  Amount.bytes(ranking.used(usage)),
                  Amount.bytes(ranking.request(usage.pod())),
                  priority);
      case INODES -> "uses " + ranking.used(usage) + " inodes, " + priority;
    };
  }

  private Comparator<PodUsage> comparator() {
    Comparator<PodUsage> byPriority = Comparator.comparingLong(usage -> priority(usage.pod()));
    Comparator<PodUsage> unknownFirst = Comparator.comparing(usage -> usage.figures().isPresent());
    if (signal.starved() == Starved.PIDS) {
      return byPriority.thenComparing(unknownFirst).thenComparing(largest(Figures::processes));
    }
    Comparator<PodUsage> greedyFirst = Comparator.comparing(usage -> !exceeds(usage));
    return unknownFirst
        .thenComparing(greedyFirst)
        .thenComparing(byPriority)
        .thenComparing(Comparator.comparingLong(this::beyondRequest).reversed());
  }

  private static Comparator<PodUsage> largest(ToLongFunction<Figures> of) {
    return Comparator.<PodUsage>comparingLong(
            usage -> usage.figures().map(of::applyAsLong).orElse(0L))
        .reversed();
  }

  private static long priority(Pod pod) {
    return Objects.requireNonNullElse(pod.getSpec().getPriority(), 0);
  }

  private boolean exceeds(PodUsage usage) {
    long request = signal.starved() == Starved.INODES ? 0 : request(usage.pod());
    return used(usage) > request;
  }

  /** From inodes, too, upstream subtracts the bytes that were asked for. */
  private long beyondRequest(PodUsage usage) {
    return used(usage) - request(usage.pod());
  }

  private long used(PodUsage usage) {
    return usage
        .figures()
        .map(
            figures ->
                signal.starved() == Starved.MEMORY
                    ? figures.memory()
                    : figures.disk(layout.partsOn(signal), signal.starved()))
        .orElse(0L);
  }

  private long request(Pod pod) {
    return request(
        pod, signal.starved() == Starved.MEMORY ? Amounts.MEMORY : Amounts.EPHEMERAL_STORAGE);
  }

  /** Overhead counts for what was asked for at all. */
  static long request(Pod pod, String resource) {
    BigDecimal asked = PodDemand.requestsWithoutOverhead(pod).get(resource);
    return Quantities.whole(
        asked.signum() == 0 ? asked : asked.add(PodDemand.overhead(pod).get(resource)));
  }
}
