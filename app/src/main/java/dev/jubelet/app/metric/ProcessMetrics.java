package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The process itself: what the kernel says of it, and its Java machine. */
public final class ProcessMetrics {
  private static final Path STAT = Path.of("/proc/self/stat");
  private static final Path NETWORK = Path.of("/proc/self/net/netstat");
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final File DESCRIPTORS = new File("/proc/self/fd");
  private static final double TICKS_PER_SECOND = 100;
  private static final long PAGE = 4096;

  /** The kernel's number for it, as other programs show it. */
  private static final double UNLIMITED = 0x1p64;

  /** Fields of the stat file, counted from the one after the name. */
  private static final int USER_TIME = 11;

  private static final int SYSTEM_TIME = 12;
  private static final int START_TIME = 19;
  private static final int VIRTUAL_BYTES = 20;
  private static final int RESIDENT_PAGES = 21;

  private ProcessMetrics() {}

  public static void addTo(MetricRegistry registry, Instant bootedAt) {
    registry.add(startTime(bootedAt));
    registry.add(
        Collected.counter(
            "process_cpu_seconds_total",
            "Total user and system CPU time spent in seconds.",
            () -> (stat(USER_TIME) + stat(SYSTEM_TIME)) / TICKS_PER_SECOND));
    registry.add(
        Collected.gauge(
            "process_resident_memory_bytes",
            "Resident memory size in bytes.",
            () -> PAGE * stat(RESIDENT_PAGES)));
    registry.add(
        Collected.gauge(
            "process_virtual_memory_bytes",
            "Virtual memory size in bytes.",
            () -> stat(VIRTUAL_BYTES)));
    registry.add(
        Collected.gauge(
            "process_virtual_memory_max_bytes",
            "Maximum amount of virtual memory available in bytes.",
            () -> limit("Max address space")));
    registry.add(
        Collected.gauge(
            "process_open_fds", "Number of open file descriptors.", ProcessMetrics::openFiles));
    registry.add(
        Collected.gauge(
            "process_max_fds",
            "Maximum number of open file descriptors.",
            () -> limit("Max open files")));
    registry.add(
        Collected.counter(
            "process_network_receive_bytes_total",
            "Bytes that came into the network of the process, which others share.",
            () -> octets("InOctets")));
    registry.add(
        Collected.counter(
            "process_network_transmit_bytes_total",
            "Bytes that left the network of the process, which others share.",
            () -> octets("OutOctets")));
    addJava(registry);
  }

  /** When the process began; shown on every page that counts from then. */
  public static Collected startTime(Instant bootedAt) {
    return Collected.gauge(
        "process_start_time_seconds",
        "[ALPHA] Start time of the process since unix epoch in seconds.",
        () -> bootedAt.getEpochSecond() + stat(START_TIME) / TICKS_PER_SECOND);
  }

  private static void addJava(MetricRegistry registry) {
    Runtime java = Runtime.getRuntime();
    registry.add(
        Collected.gauge(
            "jubelet_jvm_heap_used_bytes",
            "Java heap in use, garbage included.",
            () -> java.totalMemory() - java.freeMemory()));
    registry.add(
        Collected.gauge("jubelet_jvm_heap_committed_bytes", "Java heap taken.", java::totalMemory));
    registry.add(
        Collected.gauge("jubelet_jvm_heap_max_bytes", "Most Java heap allowed.", java::maxMemory));
    registry.add(
        new Collected(
            "jubelet_jvm_gc_seconds_total",
            Kind.COUNTER,
            "Time spent collecting garbage.",
            List.of("collector"),
            sink ->
                collectors()
                    .forEach(gc -> sink.sample(gc.getCollectionTime() / 1000.0, gc.getName()))));
    registry.add(
        new Collected(
            "jubelet_jvm_gc_total",
            Kind.COUNTER,
            "Garbage collections.",
            List.of("collector"),
            sink ->
                collectors()
                    .forEach(gc -> sink.sample((double) gc.getCollectionCount(), gc.getName()))));
  }

  /** Looked up when asked: the management classes are not loaded for those who never do. */
  private static List<GarbageCollectorMXBean> collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans();
  }

  private static long stat(int field) {
    String text = read(STAT);
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[field]);
  }

  /** Two lines that begin alike: the names, then their numbers. */
  private static double octets(String name) {
    List<String[]> lines =
        read(NETWORK)
            .lines()
            .filter(line -> line.startsWith("IpExt:"))
            .map(line -> line.split(" ", -1))
            .toList();
    int at = lines.size() < 2 ? -1 : List.of(lines.getFirst()).indexOf(name);
    return at < 0 ? Double.NaN : Double.parseDouble(lines.getLast()[at]);
  }

  private static double openFiles() {
    String[] open = DESCRIPTORS.list();
    return open == null ? Double.NaN : open.length;
  }

  /** The soft one of that name. */
  private static double limit(String name) {
    return read(LIMITS)
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split(" ", 2)[0])
        .mapToDouble(soft -> soft.equals("unlimited") ? UNLIMITED : number(soft))
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double number(String text) {
    return Long.parseLong(text);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
