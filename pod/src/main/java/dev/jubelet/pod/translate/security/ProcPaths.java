package dev.jubelet.pod.translate.security;

import java.util.List;
import java.util.stream.Stream;

/** Which kernel files a container does not see or may not write. Thread: any. */
final class ProcPaths {
  private static final List<String> MASKED =
      List.of(
          "/proc/asound",
          "/proc/acpi",
          "/proc/interrupts",
          "/proc/kcore",
          "/proc/keys",
          "/proc/latency_stats",
          "/proc/timer_list",
          "/proc/timer_stats",
          "/proc/sched_debug",
          "/proc/scsi",
          "/sys/firmware",
          "/sys/devices/virtual/powercap");
  private static final List<String> READ_ONLY =
      List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

  static List<String> masked(EffectiveSecurity security, List<String> thermalThrottlePaths) {
    return unmasked(security)
        ? List.of()
        : Stream.concat(MASKED.stream(), thermalThrottlePaths.stream()).toList();
  }

  static List<String> readOnly(EffectiveSecurity security) {
    return unmasked(security) ? List.of() : READ_ONLY;
  }

  private static boolean unmasked(EffectiveSecurity security) {
    return "Unmasked".equals(security.ofContainer().getProcMount());
  }

  private ProcPaths() {}
}
