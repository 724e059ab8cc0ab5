package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Kind;
import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupUsage.Cpu;
import dev.jubelet.edge.usage.CgroupUsage.Memory;
import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Tasks;
import dev.jubelet.edge.usage.CgroupUsage.Throttling;
import dev.jubelet.edge.usage.HeldFiles;
import dev.jubelet.server.stats.Measurements.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The families of a container that have one series each: name, meaning, value. */
final class ContainerFamilies {
  static final double ABSENT = Double.NaN;
  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;

  /**
   * One family; {@link #ABSENT} is the value of a container that has none.
   *
   * @param timed whether its samples carry their time
   */
  record Family(
      String name, Kind kind, String help, boolean timed, ToDoubleFunction<Measured> value) {}

  static final List<Family> ALL =
      List.of(
          cpu("cpu_system_seconds_total", "System cpu time.", c -> c.systemNanos() / NANOS),
          cpu("cpu_user_seconds_total", "User cpu time.", c -> c.userNanos() / NANOS),
          quota("cpu_cfs_periods_total", "Elapsed enforcement periods.", Throttling::periods),
          quota(
              "cpu_cfs_throttled_periods_total",
              "Throttled enforcement periods.",
              Throttling::throttledPeriods),
          quota(
              "cpu_cfs_throttled_seconds_total",
              "Time for which the container was throttled.",
              t -> t.throttledNanos() / NANOS),
          quota("cpu_cfs_burst_periods_total", "Periods with a burst.", Throttling::bursts),
          quota(
              "cpu_cfs_burst_seconds_total",
              "Time used above the quota in bursts.",
              t -> t.burstNanos() / NANOS),
          memory("memory_cache", "Page cache in bytes.", m -> m.stat().cache()),
          memory("memory_rss", "Resident set in bytes.", m -> m.stat().rss()),
          memory("memory_kernel_usage", "Kernel memory in bytes.", Memory::kernel),
          memory("memory_mapped_file", "Mapped files in bytes.", m -> m.stat().mappedFile()),
          memory("memory_swap", "Swap in use in bytes.", Memory::swap),
          memory("memory_usage_bytes", "Memory in use in bytes, caches included.", Memory::usage),
          memory("memory_max_usage_bytes", "Most memory ever in use in bytes.", Memory::peak),
          memory("memory_working_set_bytes", "Working set in bytes.", Memory::workingSet),
          memory(
              "memory_total_active_file_bytes",
              "Active file pages in bytes.",
              m -> m.stat().activeFile()),
          memory(
              "memory_total_inactive_file_bytes",
              "Inactive file pages in bytes.",
              m -> m.stat().inactiveFile()),
          memoryCounter("memory_failcnt", "How often memory hit its limit.", Memory::failures),
          memoryCounter("oom_events_total", "Out-of-memory kills.", Memory::oomKills),
          tasks("processes", "Processes in the container.", Tasks::processes),
          tasks("threads", "Threads in the container.", Tasks::threads),
          held("file_descriptors", "Descriptors that are open.", HeldFiles::descriptors),
          held("sockets", "Sockets that are open.", HeldFiles::sockets),
          timed(
              limit(
                  "threads_max",
                  "Most threads allowed; 0 without limit.",
                  CgroupLimits::threads,
                  false)),
          constant("health_state", "Result of the runtime's health check; -1 without one.", -1),
          // Upstream's reader of loads is off, and its zeros are what dashboards know.
          constant("cpu_load_average_10s", "Tasks that could run; not sampled, always 0.", 0),
          constant("cpu_load_d_average_10s", "Tasks that waited; not sampled, always 0.", 0),
          pressure("cpu_stalled", m -> m.usage().cpuPressure(), true),
          pressure("cpu_waiting", m -> m.usage().cpuPressure(), false),
          pressure("memory_stalled", m -> m.usage().memoryPressure(), true),
          pressure("memory_waiting", m -> m.usage().memoryPressure(), false),
          pressure("io_stalled", m -> m.usage().ioPressure(), true),
          pressure("io_waiting", m -> m.usage().ioPressure(), false),
          limit("spec_cpu_period", "Period of the cpu quota.", CgroupLimits::cpuPeriodMicros, true),
          limit("spec_cpu_quota", "Cpu quota in each period.", CgroupLimits::cpuQuotaMicros, true),
          limit("spec_cpu_shares", "Share of cpu.", CgroupLimits::cpuShares, true),
          limit(
              "spec_memory_limit_bytes",
              "Memory limit; 0 without.",
              CgroupLimits::memoryBytes,
              false),
          limit(
              "spec_memory_reservation_limit_bytes",
              "Memory reservation; 0 without.",
              CgroupLimits::reservedBytes,
              false),
          limit(
              "spec_memory_swap_limit_bytes",
              "Swap limit; 0 without.",
              CgroupLimits::swapBytes,
              false));

  private ContainerFamilies() {}

  private static Family cpu(String name, String help, ToDoubleFunction<Cpu> value) {
    return family(name, Kind.COUNTER, help, measured -> measured.usage().cpu(), value);
  }

  /** Only where a quota is set. */
  private static Family quota(String name, String help, ToDoubleFunction<Throttling> value) {
    return family(name, Kind.COUNTER, help, ContainerFamilies::throttling, value);
  }

  private static @Nullable Throttling throttling(Measured measured) {
    Cpu cpu = measured.usage().cpu();
    return cpu == null || measured.limits().cpuQuotaMicros() <= 0 ? null : cpu.throttling();
  }

  private static Family memory(String name, String help, ToDoubleFunction<Memory> value) {
    return family(name, Kind.GAUGE, help, measured -> measured.usage().memory(), value);
  }

  private static Family memoryCounter(String name, String help, ToDoubleFunction<Memory> value) {
    return family(name, Kind.COUNTER, help, measured -> measured.usage().memory(), value);
  }

  private static Family tasks(String name, String help, ToDoubleFunction<Tasks> value) {
    return family(name, Kind.GAUGE, help, measured -> measured.usage().tasks(), value);
  }

  private static Family held(String name, String help, ToDoubleFunction<HeldFiles> value) {
    return family(name, Kind.GAUGE, help, Measured::held, value);
  }

  private static Family pressure(
      String name, Function<Measured, @Nullable Pressure> pressure, boolean full) {
    return family(
        "pressure_" + name + "_seconds_total",
        Kind.COUNTER,
        "Time in which %s tasks of the container waited for %s."
            .formatted(full ? "all" : "some", name.substring(0, name.indexOf('_'))),
        pressure,
        found -> (full ? found.full() : found.some()).totalMicros() / MICROS);
  }

  private static Family limit(
      String name, String help, ToDoubleFunction<CgroupLimits> value, boolean absentWithout) {
    return new Family(
        "container_" + name,
        Kind.GAUGE,
        help,
        false,
        measured -> {
          double limit = value.applyAsDouble(measured.limits());
          double without = absentWithout ? ABSENT : 0;
          return limit == CgroupLimits.NONE ? without : limit;
        });
  }

  private static Family timed(Family family) {
    return new Family(family.name(), family.kind(), family.help(), true, family.value());
  }

  private static Family constant(String name, String help, double value) {
    return new Family("container_" + name, Kind.GAUGE, help, true, measured -> value);
  }

  private static <T> Family family(
      String name,
      Kind kind,
      String help,
      Function<Measured, @Nullable T> part,
      ToDoubleFunction<T> value) {
    return new Family(
        "container_" + name,
        kind,
        help,
        true,
        measured -> {
          T found = part.apply(measured);
          return found == null ? ABSENT : value.applyAsDouble(found);
        });
  }
}
