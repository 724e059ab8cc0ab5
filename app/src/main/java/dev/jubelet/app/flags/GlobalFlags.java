package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.DURATION;
import static dev.jubelet.app.flags.Syntaxes.INT32;
import static dev.jubelet.app.flags.Syntaxes.STRING;
import static dev.jubelet.app.flags.Syntaxes.VERSION;

import java.time.Duration;
import java.util.List;

/** Help, version, and the flags that cAdvisor left behind; Jubelet reads statistics itself. */
public final class GlobalFlags {
  private static final FlagGroup FLAGS = new FlagGroup();
  private static final String CADVISOR = "it was meant for cAdvisor and has no effect";

  public static final Flag<String> VERSION_REQUEST =
      FLAGS.honours(
          "version",
          VERSION,
          "false",
          "Print the version (or, with =raw, its parts) and exit; =vX.Y.Z-word is reported instead.");
  public static final Flag<Boolean> HELP =
      FLAGS.honours("help", BOOL, false, "Print this help and exit.");
  public static final Flag<Duration> HOUSEKEEPING_INTERVAL =
      FLAGS.ignores(
          "housekeeping-interval",
          DURATION,
          Duration.ofSeconds(10),
          "Pause between container housekeepings.",
          "");

  static {
    FLAGS.ignores(
        "application-metrics-count-limit",
        INT32,
        100,
        "Metrics to keep of each container.",
        CADVISOR);
    FLAGS.ignores(
        "boot-id-file",
        STRING,
        "/proc/sys/kernel/random/boot_id",
        "Files to look for the boot id in.",
        CADVISOR);
    FLAGS.ignores(
        "container-hints",
        STRING,
        "/etc/cadvisor/container_hints.json",
        "File of container hints.",
        CADVISOR);
    FLAGS.ignores(
        "containerd", STRING, "/run/containerd/containerd.sock", "Socket of containerd.", CADVISOR);
    FLAGS.ignores("containerd-namespace", STRING, "k8s.io", "Namespace in containerd.", CADVISOR);
    FLAGS.ignores("enable-load-reader", BOOL, false, "Read the CPU load.", CADVISOR);
    FLAGS.ignores(
        "event-storage-age-limit", STRING, "default=0", "How long to keep events.", CADVISOR);
    FLAGS.ignores(
        "event-storage-event-limit", STRING, "default=0", "How many events to keep.", CADVISOR);
    FLAGS.ignores(
        "global-housekeeping-interval",
        DURATION,
        Duration.ofMinutes(1),
        "Pause between machine housekeepings.",
        CADVISOR);
    FLAGS.ignores("log-cadvisor-usage", BOOL, false, "Log cAdvisor's own usage.", CADVISOR);
    FLAGS.ignores(
        "machine-id-file",
        STRING,
        "/etc/machine-id,/var/lib/dbus/machine-id",
        "Files to look for the machine id in.",
        CADVISOR);
    FLAGS.ignores("storage-driver-user", STRING, "root", "User of the database.", CADVISOR);
    FLAGS.ignores("storage-driver-password", STRING, "root", "Password of the database.", CADVISOR);
    FLAGS.ignores(
        "storage-driver-host", STRING, "localhost:8086", "Address of the database.", CADVISOR);
    FLAGS.ignores("storage-driver-db", STRING, "cadvisor", "Name of the database.", CADVISOR);
    FLAGS.ignores("storage-driver-table", STRING, "stats", "Table in the database.", CADVISOR);
    FLAGS.ignores("storage-driver-secure", BOOL, false, "Use TLS to the database.", CADVISOR);
    FLAGS.ignores(
        "storage-driver-buffer-duration",
        DURATION,
        Duration.ofMinutes(1),
        "How long to buffer before writing.",
        CADVISOR);
  }

  static final List<Flag<?>> ALL = FLAGS.all();

  private GlobalFlags() {}
}
