package dev.jubelet.resource.eviction.pressure;

import static dev.jubelet.resource.eviction.pressure.RankedPods.MIB;
import static dev.jubelet.resource.eviction.pressure.RankedPods.memory;
import static dev.jubelet.resource.eviction.pressure.RankedPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.pod.model.NodePressure;
import dev.jubelet.resource.eviction.pressure.NodeSignal.Starved;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The steps of the lane, taken by hand. */
final class PressureWatchTest {
  private static final long CAPACITY = 1000 * MIB;
  private static final EvictionConfig HARD = config("memory.available", "100Mi", Map.of());

  private final ManualTimers timers = new ManualTimers();
  private final NodePressures pressures = new NodePressures();
  private final Map<NodeSignal, Long> available = new EnumMap<>(NodeSignal.class);
  private final List<PodUsage> pods = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final List<PressureEviction> evicted = new ArrayList<>();
  private Runnable cleanedUp = () -> {};
  private Runnable onReclaim = () -> {};

  private static EvictionConfig config(String signal, String value, Map<String, String> softGrace) {
    Map<String, String> thresholds = Map.of(signal, value);
    return new EvictionConfig(
        ThresholdParser.parse(
            softGrace.isEmpty() ? thresholds : Map.of(),
            softGrace.isEmpty() ? Map.of() : thresholds,
            softGrace,
            Map.of()),
        Duration.ofMinutes(5),
        20,
        false);
  }

  private PressureWatch watch(EvictionConfig config) {
    return new PressureWatch(
        config,
        new PressureWatch.Sources(new Signals(), starved -> pods, Optional.of(new Reclaim())),
        pressures,
        new Listener(),
        timers);
  }

  private final class Signals implements NodeSignals {
    @Override
    public Optional<DiskLayout> layout() {
      return Optional.of(DiskLayout.SINGLE);
    }

    @Override
    public Map<NodeSignal, Reading> read() {
      Map<NodeSignal, Reading> found = new EnumMap<>(NodeSignal.class);
      available.forEach(
          (signal, left) ->
              found.put(
                  signal, new Reading(left, CAPACITY, Duration.ofNanos(timers.nanoTime() + 1))));
      return found;
    }
  }

  private final class Reclaim implements NodeReclaim {
    @Override
    public void deleteUnusedContainers() {
      done.add("containers");
    }

    @Override
    public void deleteUnusedImages() {
      done.add("images");
      onReclaim.run();
    }
  }

  private final class Listener implements PressureListener {
    @Override
    public void reclaiming(Starved starved) {
      done.add("reclaiming " + starved.wireName());
    }

    @Override
    public void evict(PressureEviction eviction, Runnable whenCleanedUp) {
      done.add("evict " + eviction.pod().getMetadata().getName());
      evicted.add(eviction);
      pods.removeIf(usage -> usage.pod().equals(eviction.pod()));
      cleanedUp = whenCleanedUp;
    }

    @Override
    public void chosenBy(NodeSignal signal, Duration age) {
      done.add("chosen by " + signal.wireName());
    }
  }

  private static Next after(Duration delay) {
    return new Next.After(delay);
  }

  /** Until the pass that something woke is over. */
  private static void settle(PressureWatch watch) {
    while (!watch.isQuiet()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void enoughOfEverythingMeansRest() {
    available.put(NodeSignal.MEMORY, 100 * MIB);
    assertThat(watch(HARD).step()).isEqualTo(after(PressureWatch.PERIOD));
    assertThat(done).isEmpty();
    assertThat(pressures.now()).isEmpty();
  }

  @Test
  void onePodAtATimeAndTheNextOnlyIfStillNeeded() {
    available.put(NodeSignal.MEMORY, 50 * MIB);
    pods.add(memory(pod("small", 0, ""), 10 * MIB));
    pods.add(memory(pod("hog", 0, ""), 300 * MIB));
    PressureWatch watch = watch(HARD);
    List<Integer> changes = new ArrayList<>();
    pressures.subscribe(() -> changes.add(pressures.now().size()));
    assertThat(watch.step()).isEqualTo(after(PressureWatch.CLEANUP_PATIENCE));
    assertThat(done)
        .containsExactly("reclaiming memory", "chosen by memory.available", "evict hog");
    assertThat(evicted.getFirst().grace()).isEqualTo(1);
    assertThat(pressures.now()).containsExactly(NodePressure.MEMORY);
    assertThat(changes).containsExactly(1);

    timers.advance(Duration.ofSeconds(2));
    assertThat(watch.step()).isEqualTo(after(Duration.ofSeconds(28)));
    available.put(NodeSignal.MEMORY, 350 * MIB);
    cleanedUp.run();
    settle(watch);
    assertThat(evicted).hasSize(1);
    assertThat(pressures.now()).containsExactly(NodePressure.MEMORY);

    timers.advance(Duration.ofMinutes(5));
    watch.wake();
    settle(watch);
    assertThat(pressures.now()).isEmpty();
    assertThat(changes).containsExactly(1, 0);
  }

  @Test
  void aPodThatDoesNotEndIsWaitedForHalfAMinute() {
    available.put(NodeSignal.MEMORY, 50 * MIB);
    pods.add(memory(pod("a", 0, ""), 10 * MIB));
    pods.add(memory(pod("b", 0, ""), 5 * MIB));
    PressureWatch watch = watch(HARD);
    watch.step();
    timers.advance(Duration.ofSeconds(30));
    watch.step();
    assertThat(done).contains("evict a", "evict b");
  }

  @Test
  void criticalPodsStay() {
    available.put(NodeSignal.MEMORY, 50 * MIB);
    pods.add(memory(pod("system", 2_000_000_000, ""), 900 * MIB));
    PressureWatch watch = watch(HARD);
    assertThat(watch.step()).isEqualTo(after(PressureWatch.PERIOD));
    assertThat(evicted).isEmpty();
    assertThat(watch.candidates(NodeSignal.MEMORY)).isEmpty();
    pods.add(memory(pod("modest", 0, "500Mi"), 10 * MIB));
    timers.advance(PressureWatch.PERIOD);
    watch.step();
    assertThat(done).endsWith("evict modest");
  }

  @Test
  void nobodyGoesWhenWhatNobodyUsesIsEnough() {
    available.put(NodeSignal.NODE_DISK, 50 * MIB);
    pods.add(memory(pod("a", 0, ""), 10 * MIB));
    onReclaim = () -> available.put(NodeSignal.NODE_DISK, 500 * MIB);
    assertThat(watch(config("nodefs.available", "100Mi", Map.of())).step())
        .isEqualTo(after(PressureWatch.PERIOD));
    assertThat(done).containsExactly("reclaiming ephemeral-storage", "containers", "images");
    assertThat(pressures.now()).containsExactly(NodePressure.DISK);
  }

  @Test
  void aSoftThresholdGivesTimeUpToTheLimit() {
    available.put(NodeSignal.MEMORY, 50 * MIB);
    pods.add(memory(pod("a", 0, ""), 10 * MIB));
    PressureWatch watch =
        watch(config("memory.available", "100Mi", Map.of("memory.available", "4s")));
    assertThat(watch.step()).isEqualTo(after(Duration.ofSeconds(4)));
    assertThat(evicted).isEmpty();
    timers.advance(Duration.ofSeconds(4));
    watch.step();
    assertThat(evicted.getFirst().grace()).isEqualTo(20);
    assertThat(evicted.getFirst().verdict().reason()).isEqualTo("Evicted");
    assertThat(evicted.getFirst().verdict().disruption()).isEqualTo(evicted.getFirst().message());
  }

  @Test
  void aWatchThatIsClosedTakesNoStep() {
    PressureWatch watch = watch(HARD);
    watch.close();
    assertThat(watch.step()).isEqualTo(Next.DONE);
  }
}
