package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricLabels;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.IoCost;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.stats.BlockDevices.Counters;
import dev.jubelet.server.stats.Measurements.Measured;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is told per disk: of the machine as a whole from the disks' own counters, of containers from
 * their cgroups.
 *
 * <p>Thread: one.
 */
final class DiskFamilies {
  private static final double MILLIS = 1000;
  private static final double MICROS = 1e6;

  private final MetricText out;
  private final Instant at;
  private final long millis;
  private final List<ContainerRow> rows;
  private final BlockDevices devices;
  private final Map<String, MetricLabels> labels = new HashMap<>();
  private final Map<String, Counters> counters;

  /** The first row is the machine. */
  DiskFamilies(MetricText out, Instant at, List<ContainerRow> rows, BlockDevices devices) {
    this.out = out;
    this.at = at;
    this.millis = at.toEpochMilli();
    this.rows = rows;
    this.devices = devices;
    this.counters = devices.counters();
  }

  void write() {
    filesystems();
    io("reads_bytes_total", "Bytes read.", DeviceIo::readBytes, c -> 512.0 * c.sectorsRead());
    io("reads_total", "Reads completed.", DeviceIo::reads, Counters::reads);
    io(
        "writes_bytes_total",
        "Bytes written.",
        DeviceIo::writtenBytes,
        c -> 512.0 * c.sectorsWritten());
    io("writes_total", "Writes completed.", DeviceIo::writes, Counters::writes);
    machine("sector_reads_total", "Sectors read.", Counters::sectorsRead);
    machine("reads_merged_total", "Reads merged.", Counters::readsMerged);
    machine("read_seconds_total", "Time spent reading.", c -> c.readMillis() / MILLIS);
    machine("sector_writes_total", "Sectors written.", Counters::sectorsWritten);
    machine("writes_merged_total", "Writes merged.", Counters::writesMerged);
    machine("write_seconds_total", "Time spent writing.", c -> c.writeMillis() / MILLIS);
    machine("io_time_seconds_total", "Time with requests.", c -> c.busyMillis() / MILLIS);
    machine(
        "io_time_weighted_seconds_total",
        "Time with requests, weighted by their number.",
        c -> c.weightedMillis() / MILLIS);
    family("io_current", Kind.GAUGE, "Requests under way.");
    forEachDisk((of, c) -> out.sample(machineLabels(), of, c.inProgress(), millis));
    cost("usage", "Time of the disk by the kernel's model of its cost.", IoCost::used);
    cost("wait", "Time for which requests waited for their turn.", IoCost::waited);
    cost("indebt", "Time in which more was taken than was due.", IoCost::indebted);
    cost("indelay", "Time for which tasks were held up to pay for it.", IoCost::delayed);
    usage();
  }

  private void filesystems() {
    Map<MetricLabels, Filesystem> found = new HashMap<>();
    if (!rows.isEmpty()) {
      devices
          .mounts(at)
          .forEach(
              (device, point) ->
                  Filesystem.of(point).ifPresent(fs -> found.put(device(device), fs)));
    }
    filesystem("inodes_free", "Inodes available.", found, Filesystem::inodesFree);
    filesystem("inodes_total", "Inodes in all.", found, Filesystem::inodes);
    filesystem("limit_bytes", "Bytes that can be used.", found, Filesystem::capacityBytes);
    filesystem("usage_bytes", "Bytes in use.", found, Filesystem::usedBytes);
  }

  private void filesystem(
      String name,
      String help,
      Map<MetricLabels, Filesystem> found,
      ToLongFunction<Filesystem> value) {
    family(name, Kind.GAUGE, help);
    found.forEach((of, fs) -> out.sample(machineLabels(), of, value.applyAsLong(fs), millis));
  }

  private void io(
      String name,
      String help,
      ToLongFunction<DeviceIo> ofContainer,
      ToDoubleFunction<Counters> ofMachine) {
    machine(name, help, ofMachine);
    for (ContainerRow row : rows.subList(Math.min(1, rows.size()), rows.size())) {
      for (DeviceIo io : io(row)) {
        out.sample(
            row.labels(),
            device(devices.name(io.major(), io.minor())),
            ofContainer.applyAsLong(io),
            millis);
      }
    }
  }

  private void machine(String name, String help, ToDoubleFunction<Counters> value) {
    family(name, Kind.COUNTER, help);
    forEachDisk((of, c) -> out.sample(machineLabels(), of, value.applyAsDouble(c), millis));
  }

  private interface DiskAction {
    void accept(MetricLabels device, Counters counters);
  }

  /** Only disks that were ever used: a kernel may know dozens that are not there. */
  private void forEachDisk(DiskAction action) {
    if (!rows.isEmpty()) {
      counters.forEach(
          (device, c) -> {
            if (c.reads() + c.writes() > 0) {
              action.accept(device(device), c);
            }
          });
    }
  }

  /** Only where the kernel weighs the requests of cgroups. */
  private void cost(String name, String help, Function<IoCost, @Nullable Long> value) {
    family("io_cost_" + name + "_seconds_total", Kind.COUNTER, help);
    for (ContainerRow row : rows) {
      for (DeviceIo io : io(row)) {
        Long micros = io.cost() == null ? null : value.apply(io.cost());
        if (micros != null) {
          MetricLabels of = device(devices.name(io.major(), io.minor()));
          out.sample(row.labels(), of, micros / MICROS, millis);
        }
      }
    }
  }

  private void usage() {
    out.family(
        "container_blkio_device_usage_total", Kind.COUNTER, "Bytes by device and operation.");
    for (ContainerRow row : rows) {
      for (DeviceIo io : io(row)) {
        out.sample(row.labels(), operation(io, "Read"), io.readBytes(), millis);
        out.sample(row.labels(), operation(io, "Write"), io.writtenBytes(), millis);
        io.otherBytes()
            .forEach((what, bytes) -> out.sample(row.labels(), operation(io, what), bytes, millis));
      }
    }
  }

  private static List<DeviceIo> io(ContainerRow row) {
    Measured measured = row.measured();
    return measured == null ? List.of() : measured.usage().io();
  }

  private MetricLabels operation(DeviceIo io, String operation) {
    return labels.computeIfAbsent(
        io.major() + ":" + io.minor() + " " + operation,
        key ->
            MetricLabels.of(
                List.of("device", "major", "minor", "operation"),
                List.of(
                    devices.name(io.major(), io.minor()),
                    Integer.toString(io.major()),
                    Integer.toString(io.minor()),
                    operation)));
  }

  private MetricLabels machineLabels() {
    return rows.getFirst().labels();
  }

  private MetricLabels device(String name) {
    return labels.computeIfAbsent(name, n -> MetricLabels.of("device", n));
  }

  private void family(String name, Kind kind, String help) {
    out.family("container_fs_" + name, kind, help);
  }
}
