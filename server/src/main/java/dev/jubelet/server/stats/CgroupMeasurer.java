package dev.jubelet.server.stats;

import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.HeldFiles;
import dev.jubelet.server.stats.Measurements.Measured;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures one cgroup after another and remembers of each what need not be read again: limits
 * change seldom, and what processes hold open changes only when they run.
 *
 * <p>Thread: one at a time. Owns: what it remembers of the cgroups of the last look, and the rates.
 */
final class CgroupMeasurer {
  private static final Duration SELDOM = Duration.ofMinutes(1);

  /** What is remembered of a cgroup; the usage is the newest that has all of it. */
  private static final class Known {
    private CgroupLimits limits;
    private long limitsAt;
    private @Nullable CgroupUsage usage;
    private @Nullable HeldFiles held;
    private long heldAt;

    Known(CgroupLimits limits, long now) {
      this.limits = limits;
      this.limitsAt = now;
    }
  }

  private final CgroupReader reader;
  private final CpuRates rates = new CpuRates();
  private final Map<String, Known> known = new HashMap<>();
  private final Map<String, Measured> measured = new HashMap<>();
  private Depth depth = Depth.CORE;
  private long now;

  CgroupMeasurer(CgroupReader reader) {
    this.reader = reader;
  }

  /** Begins a look at all cgroups. */
  void begin(Depth newDepth, long at) {
    depth = newDepth;
    now = at;
  }

  /** Ends the look: cgroups that it did not meet are forgotten. */
  void end() {
    reader.release();
    known.keySet().retainAll(measured.keySet());
    rates.keepOnly(measured.keySet());
    measured.clear();
  }

  /** A cgroup of a pod or container; null when there is none. */
  @Nullable Measured ofPod(String cgroup) {
    return measure(cgroup, true);
  }

  /**
   * Any other cgroup. It may have many processes that always run, so that what they hold open is
   * counted seldom.
   */
  @Nullable Measured ofMachine(String cgroup) {
    return measure(cgroup, false);
  }

  /** One that has two names is read once. */
  private @Nullable Measured measure(String cgroup, boolean isOfPod) {
    Measured done = measured.get(cgroup);
    if (done == null) {
      done = read(cgroup, isOfPod);
      if (done != null) {
        measured.put(cgroup, done);
      }
    }
    return done;
  }

  private @Nullable Measured read(String cgroup, boolean isOfPod) {
    Known one = withLimits(cgroup);
    boolean hasQuota = one.limits.cpuQuotaMicros() > 0;
    CgroupUsage usage = reader.usage(cgroup, depth, hasQuota, one.usage).orElse(null);
    if (usage == null) {
      return null;
    }
    Long nanoCores = usage.cpu() == null ? null : rates.take(cgroup, usage.cpu().usageNanos(), now);
    HeldFiles held = null;
    if (depth == Depth.FULL) {
      held = held(cgroup, one, usage, isOfPod);
      one.usage = usage;
    }
    return new Measured(cgroup, usage, one.limits, nanoCores, held);
  }

  private Known withLimits(String cgroup) {
    Known one = known.get(cgroup);
    if (one == null) {
      one = new Known(reader.limits(cgroup), now);
      known.put(cgroup, one);
    } else if (now - one.limitsAt > SELDOM.toNanos()) {
      one.limits = reader.limits(cgroup);
      one.limitsAt = now;
    }
    return one;
  }

  private HeldFiles held(String cgroup, Known one, CgroupUsage usage, boolean isOfPod) {
    boolean isOld = now - one.heldAt > SELDOM.toNanos();
    boolean mayDiffer = isOfPod ? hasRun(one.usage, usage) : isOld;
    HeldFiles held = one.held;
    if (held == null || mayDiffer) {
      CgroupUsage.Tasks tasks = usage.tasks();
      held = tasks == null || tasks.processes() == 0 ? HeldFiles.NONE : reader.held(cgroup);
      one.held = held;
      one.heldAt = now;
    }
    return held;
  }

  private static boolean hasRun(@Nullable CgroupUsage before, CgroupUsage usage) {
    CgroupUsage.Cpu cpu = usage.cpu();
    return before == null
        || before.cpu() == null
        || cpu == null
        || before.cpu().usageNanos() != cpu.usageNanos();
  }
}
