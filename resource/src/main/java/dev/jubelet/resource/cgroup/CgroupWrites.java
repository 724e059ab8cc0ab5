package dev.jubelet.resource.cgroup;

import dev.jubelet.resource.CgroupVersion;
import dev.jubelet.resource.CpuRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values of a cgroup as files of the kernel, in the order in which they are written. Pure. */
final class CgroupWrites {
  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";
  private static final String PIDS = "pids";
  private static final String HUGETLB = "hugetlb";
  private static final String MAX = "max";
  private static final long USUAL_PERIOD_MICROS = 100_000;

  private CgroupWrites() {}

  static List<CgroupWrite> of(CgroupVersion version, CgroupValues values) {
    return switch (version) {
      case V1 -> v1(values);
      case V2 -> v2(values);
    };
  }

  private static List<CgroupWrite> v1(CgroupValues values) {
    List<CgroupWrite> writes = new ArrayList<>();
    if (values.pids() != 0) {
      writes.add(new CgroupWrite(PIDS, "pids.max", limit(values.pids())));
    }
    if (values.memoryBytes() != 0) {
      writes.add(number(MEMORY, "memory.limit_in_bytes", values.memoryBytes()));
    }
    if (values.cpuShares() != 0) {
      writes.add(number(CPU, "cpu.shares", values.cpuShares()));
    }
    if (values.cpuPeriodMicros() != 0) {
      writes.add(number(CPU, "cpu.cfs_period_us", values.cpuPeriodMicros()));
    }
    if (values.cpuQuotaMicros() != 0) {
      writes.add(number(CPU, "cpu.cfs_quota_us", values.cpuQuotaMicros()));
    }
    addCpus(writes, values);
    values
        .hugePages()
        .forEach((size, bytes) -> addHugePages(writes, size, "limit_in_bytes", bytes));
    return writes;
  }

  private static List<CgroupWrite> v2(CgroupValues values) {
    List<CgroupWrite> writes = new ArrayList<>();
    if (values.pids() != 0) {
      writes.add(new CgroupWrite(PIDS, "pids.max", limit(values.pids())));
    }
    if (values.memoryBytes() != 0) {
      writes.add(new CgroupWrite(MEMORY, "memory.max", limit(values.memoryBytes())));
    }
    if (values.cpuShares() != 0) {
      writes.add(number(CPU, "cpu.weight", CpuRules.weight(values.cpuShares())));
    }
    if (values.cpuQuotaMicros() != 0 || values.cpuPeriodMicros() != 0) {
      writes.add(new CgroupWrite(CPU, "cpu.max", quota(values)));
    }
    addCpus(writes, values);
    values.hugePages().forEach((size, bytes) -> addHugePages(writes, size, MAX, bytes));
    for (Map.Entry<String, String> file : values.unified().entrySet()) {
      String name = file.getKey();
      writes.add(new CgroupWrite(name.substring(0, name.indexOf('.')), name, file.getValue()));
    }
    return writes;
  }

  private static void addCpus(List<CgroupWrite> writes, CgroupValues values) {
    if (!values.cpus().isEmpty()) {
      writes.add(new CgroupWrite("cpuset", "cpuset.cpus", values.cpus()));
    }
  }

  /** Pages that are only reserved count too, where the kernel tells them apart. */
  private static void addHugePages(
      List<CgroupWrite> writes, String size, String ending, long bytes) {
    String value = Long.toString(bytes);
    String pages = HUGETLB + "." + size + ".";
    writes.add(new CgroupWrite(HUGETLB, pages + ending, value));
    writes.add(new CgroupWrite(HUGETLB, pages + "rsvd." + ending, value, true));
  }

  private static String quota(CgroupValues values) {
    long period = values.cpuPeriodMicros() == 0 ? USUAL_PERIOD_MICROS : values.cpuPeriodMicros();
    return (values.cpuQuotaMicros() > 0 ? Long.toString(values.cpuQuotaMicros()) : MAX)
        + " "
        + period;
  }

  private static String limit(long value) {
    return value == CgroupValues.UNLIMITED ? MAX : Long.toString(value);
  }

  private static CgroupWrite number(String controller, String file, long value) {
    return new CgroupWrite(controller, file, Long.toString(value));
  }
}
