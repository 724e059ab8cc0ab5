package dev.jubelet.resource.eviction.pressure;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.resource.eviction.pressure.PressureRules.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node from running out of memory, disk and process ids. Each pass reads a handful of
 * numbers; only when they are below a threshold it frees what nobody uses, and when that is not
 * enough it ends one pod. When that pod has let go of everything, the next pass comes at once, so
 * that one victim is enough where one is enough.
 *
 * <p>Thread: a lane of its own; {@link #wake} from any. Owns: what one pass leaves to the next.
 */
public final class PressureWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PressureWatch.class);
  static final Duration PERIOD = Duration.ofSeconds(10);
  static final Duration CLEANUP_PATIENCE = Duration.ofSeconds(30);
  private static final Duration SOONEST = Duration.ofSeconds(1);

  private final EvictionConfig config;
  private final Sources sources;
  private final NodePressures pressures;
  private final PressureListener listener;
  private final Timers timers;
  private final Lane lane;
  private final long begun;

  private volatile boolean closed;
  private volatile @Nullable Ending ending;
  private volatile Snapshot snapshot = Snapshot.NONE;
  private PressureState state = PressureState.NONE;

  /**
   * What the watch is given to look at.
   *
   * @param reclaim empty when nobody can free anything
   */
  public record Sources(NodeSignals signals, PodUsages usages, Optional<NodeReclaim> reclaim) {}

  /**
   * The last pass, for people.
   *
   * @param met those of the thresholds below which the node is
   */
  public record Snapshot(
      DiskLayout layout,
      List<Threshold> thresholds,
      Map<NodeSignal, Reading> readings,
      List<Threshold> met) {
    static final Snapshot NONE = new Snapshot(DiskLayout.SINGLE, List.of(), Map.of(), List.of());
  }

  /** The pod that is on its way out; {@code over} when nothing of it is left. */
  private static final class Ending {
    private final long deadline;
    private volatile boolean over;

    Ending(long deadline) {
      this.deadline = deadline;
    }
  }

  public PressureWatch(
      EvictionConfig config,
      Sources sources,
      NodePressures pressures,
      PressureListener listener,
      Timers timers) {
    this.config = config;
    this.sources = sources;
    this.pressures = pressures;
    this.listener = listener;
    this.timers = timers;
    this.begun = timers.nanoTime();
    this.lane = new Lane("eviction", this::step, timers);
  }

  public void start() {
    if (!config.ignored().isEmpty()) {
      log.atError()
          .addKeyValue("signals", config.ignored().stream().map(NodeSignal::wireName).toList())
          .log("Thresholds of containerfs are taken from nodefs or imagefs; ignoring these");
    }
    lane.wake();
  }

  /** Something may be short. */
  public void wake() {
    lane.wake();
  }

  /** Whether no pass runs or is due at once. */
  boolean isQuiet() {
    return lane.isQuiet();
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public EvictionConfig config() {
    return config;
  }

  /** Who would have to go for want of this, the next one first. Reads what pods use; any thread. */
  public List<PodUsage> candidates(NodeSignal signal) {
    return Ranking.order(signal, snapshot.layout(), sources.usages().list(signal.starved()))
        .stream()
        .filter(usage -> !Criticality.isCritical(usage.pod()))
        .toList();
  }

  Next step() {
    if (closed) {
      return Next.DONE;
    }
    Ending before = ending;
    if (before != null && !before.over) {
      long left = before.deadline - timers.nanoTime();
      if (left > 0) {
        return new Next.After(Duration.ofNanos(left));
      }
      log.warn("An evicted pod has not let go of everything in time; looking at the node again");
    }
    ending = null;
    return pass();
  }

  private Next pass() {
    DiskLayout layout = sources.signals().layout().orElse(DiskLayout.SINGLE);
    PressureRules rules = new PressureRules(config.on(layout), config.transition());
    Map<NodeSignal, Reading> readings = sources.signals().read();
    Verdict verdict = rules.judge(state, readings, now());
    state = verdict.state();
    snapshot = new Snapshot(layout, rules.thresholds(), readings, verdict.met());
    pressures.set(verdict.pressures());
    if (verdict.due().isEmpty() || relieved(verdict.due().getFirst(), layout, rules)) {
      return rest(verdict);
    }
    return evictOne(layout, verdict);
  }

  /** Until something may have changed; at most until the usual time. */
  private Next rest(Verdict verdict) {
    Duration wait =
        verdict
            .changesAt()
            .map(time -> time.minus(now()))
            .map(time -> time.compareTo(SOONEST) < 0 ? SOONEST : time)
            .filter(time -> time.compareTo(PERIOD) < 0)
            .orElse(PERIOD);
    return new Next.After(wait);
  }

  /** Frees what nobody uses. Returns whether that was enough. */
  private boolean relieved(Threshold first, DiskLayout layout, PressureRules rules) {
    listener.reclaiming(first.signal().starved());
    Set<DiskLayout.Unused> unused = layout.freeing(first.signal());
    if (unused.isEmpty() || sources.reclaim().isEmpty()) {
      return false;
    }
    NodeReclaim reclaim = sources.reclaim().get();
    if (unused.contains(DiskLayout.Unused.CONTAINERS)) {
      reclaim.deleteUnusedContainers();
    }
    if (unused.contains(DiskLayout.Unused.IMAGES)) {
      reclaim.deleteUnusedImages();
    }
    boolean enough = rules.isResolvedBy(sources.signals().read());
    log.atInfo()
        .addKeyValue("signal", first.signal().wireName())
        .addKeyValue("enough", enough)
        .log("Removed unused containers and images");
    return enough;
  }

  private Next evictOne(DiskLayout layout, Verdict verdict) {
    Threshold first = verdict.due().getFirst();
    List<PodUsage> ranked =
        Ranking.order(first.signal(), layout, sources.usages().list(first.signal().starved()));
    Map<NodeSignal, Reading> readings = verdict.state().readings();
    for (Threshold due : verdict.due()) {
      Optional.ofNullable(readings.get(due.signal()))
          .ifPresent(reading -> listener.chosenBy(due.signal(), now().minus(reading.at())));
    }
    EvictionText text = new EvictionText(first.signal().starved(), verdict.due(), readings);
    for (PodUsage usage : ranked) {
      if (!Criticality.isCritical(usage.pod())) {
        evict(first, usage, text.of(usage));
        return new Next.After(CLEANUP_PATIENCE);
      }
      log.atDebug().addKeyValue("pod", PodKey.of(usage.pod())).log("A critical pod is not evicted");
    }
    log.atInfo()
        .addKeyValue("signal", first.signal().wireName())
        .addKeyValue("pods", ranked.size())
        .log("Unable to evict any pods from the node");
    return rest(verdict);
  }

  private void evict(Threshold threshold, PodUsage usage, EvictionText.Text text) {
    Ending next = new Ending(timers.nanoTime() + CLEANUP_PATIENCE.toNanos());
    ending = next;
    listener.evict(
        new PressureEviction(
            usage.pod(),
            threshold.signal(),
            text.message(),
            text.annotations(),
            grace(threshold, usage)),
        () -> {
          next.over = true;
          lane.wake();
        });
  }

  /** No time when there is none to lose; else the pod's own, up to a limit. */
  private long grace(Threshold threshold, PodUsage usage) {
    if (threshold.isHard()) {
      return 1;
    }
    Long own = usage.pod().getSpec().getTerminationGracePeriodSeconds();
    long most = config.maxPodGraceSeconds();
    return Math.max(1, own == null ? most : Math.min(most, own));
  }

  private Duration now() {
    return Duration.ofNanos(timers.nanoTime() - begun);
  }
}
