package dev.jubelet.server.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jubelet.edge.usage.CgroupLimits;
import dev.jubelet.edge.usage.CgroupUsage;
import dev.jubelet.edge.usage.CgroupUsage.Pressure;
import dev.jubelet.edge.usage.CgroupUsage.Share;
import dev.jubelet.edge.usage.NetworkCounters.Link;
import dev.jubelet.server.stats.Measurements.Measured;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a summary as JSON. What is not known is left out; times have seconds only.
 *
 * <p>Thread: one.
 */
final class StatsJson {
  /** The interface whose counters stand for those of the whole. */
  private static final String DEFAULT_LINK = "eth0";

  private final JsonGenerator to;
  private final String time;

  StatsJson(JsonGenerator to, Instant at) {
    this.to = to;
    this.time = text(at);
  }

  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  void cpu(Measured measured) throws IOException {
    CgroupUsage.Cpu cpu = measured.usage().cpu();
    if (cpu == null) {
      return;
    }
    begin("cpu");
    optional("usageNanoCores", measured.nanoCores());
    to.writeNumberField("usageCoreNanoSeconds", cpu.usageNanos());
    pressure(measured.usage().cpuPressure());
    to.writeEndObject();
  }

  /**
   * @param capacity what there is when the cgroup itself has no limit; null when that is not told
   */
  void memory(Measured measured, @Nullable Long capacity) throws IOException {
    CgroupUsage.Memory memory = measured.usage().memory();
    if (memory == null) {
      return;
    }
    long limit = measured.limits().memoryBytes();
    Long most = capacity == null && limit != CgroupLimits.NONE ? Long.valueOf(limit) : capacity;
    begin("memory");
    optional("availableBytes", most == null ? null : Math.max(0, most - memory.workingSet()));
    to.writeNumberField("usageBytes", memory.usage());
    to.writeNumberField("workingSetBytes", memory.workingSet());
    to.writeNumberField("rssBytes", memory.stat().rss());
    to.writeNumberField("pageFaults", memory.stat().faults());
    to.writeNumberField("majorPageFaults", memory.stat().majorFaults());
    pressure(measured.usage().memoryPressure());
    to.writeEndObject();
  }

  void swap(Measured measured, @Nullable Long capacity) throws IOException {
    CgroupUsage.Memory memory = measured.usage().memory();
    if (memory == null) {
      return;
    }
    long limit = measured.limits().swapBytes();
    Long most = capacity == null && limit != CgroupLimits.NONE ? Long.valueOf(limit) : capacity;
    begin("swap");
    optional("swapAvailableBytes", most == null ? null : Math.max(0, most - memory.swap()));
    to.writeNumberField("swapUsageBytes", memory.swap());
    to.writeEndObject();
  }

  void io(Measured measured) throws IOException {
    if (measured.usage().ioPressure() != null) {
      begin("io");
      pressure(measured.usage().ioPressure());
      to.writeEndObject();
    }
  }

  void processes(long count) throws IOException {
    to.writeObjectFieldStart("process_stats");
    to.writeNumberField("process_count", count);
    to.writeEndObject();
  }

  void network(List<Link> links) throws IOException {
    if (links.isEmpty()) {
      return;
    }
    begin("network");
    for (Link link : links) {
      if (link.name().equals(DEFAULT_LINK)) {
        link(link);
      }
    }
    to.writeArrayFieldStart("interfaces");
    for (Link link : links) {
      to.writeStartObject();
      link(link);
      to.writeEndObject();
    }
    to.writeEndArray();
    to.writeEndObject();
  }

  private void link(Link link) throws IOException {
    to.writeStringField("name", link.name());
    to.writeNumberField("rxBytes", link.receivedBytes());
    to.writeNumberField("rxErrors", link.receiveErrors());
    to.writeNumberField("txBytes", link.sentBytes());
    to.writeNumberField("txErrors", link.sendErrors());
  }

  void disk(String name, @Nullable FsStats disk) throws IOException {
    if (disk != null) {
      to.writeObjectFieldStart(name);
      disk(disk);
      to.writeEndObject();
    }
  }

  /** The fields only, in an object that has begun. */
  void disk(FsStats disk) throws IOException {
    to.writeStringField("time", time);
    optional("availableBytes", disk.availableBytes());
    optional("capacityBytes", disk.capacityBytes());
    optional("usedBytes", disk.usedBytes());
    optional("inodesFree", disk.inodesFree());
    optional("inodes", disk.inodes());
    optional("inodesUsed", disk.inodesUsed());
  }

  /** Begins an object of the time of this look. */
  void begin(String name) throws IOException {
    to.writeObjectFieldStart(name);
    to.writeStringField("time", time);
  }

  void optional(String name, @Nullable Long number) throws IOException {
    if (number != null) {
      to.writeNumberField(name, number);
    }
  }

  private void pressure(@Nullable Pressure pressure) throws IOException {
    if (pressure != null) {
      to.writeObjectFieldStart("psi");
      share("full", pressure.full());
      share("some", pressure.some());
      to.writeEndObject();
    }
  }

  private void share(String name, Share share) throws IOException {
    to.writeObjectFieldStart(name);
    to.writeNumberField("total", share.totalMicros());
    to.writeNumberField("avg10", share.avg10());
    to.writeNumberField("avg60", share.avg60());
    to.writeNumberField("avg300", share.avg300());
    to.writeEndObject();
  }
}
