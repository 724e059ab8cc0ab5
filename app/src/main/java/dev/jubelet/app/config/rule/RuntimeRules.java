package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.config.value.Quantity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Sources of pods, the runtime's endpoint, container logs, restarts. */
final class RuntimeRules {
  private static final Duration SHORTEST_LOG_INTERVAL = Duration.ofSeconds(3);
  private static final Duration SHORTEST_RESTART_PERIOD = Duration.ofSeconds(1);
  private static final Duration LONGEST_RESTART_PERIOD = Duration.ofMinutes(5);

  private RuntimeRules() {}

  static void check(Findings findings) {
    findings.require(
        !findings.get(RuntimeFields.CONTAINER_RUNTIME_ENDPOINT).isEmpty(),
        RuntimeFields.CONTAINER_RUNTIME_ENDPOINT,
        "must name the runtime's socket, such as unix:///run/containerd/containerd.sock");
    findings.require(
        findings.get(SourceFields.SYNC_FREQUENCY).isPositive(),
        SourceFields.SYNC_FREQUENCY,
        "must be longer than 0s");
    findings.between(RuntimeFields.OOM_SCORE_ADJ, -1000, 1000);
    findings.atLeast(RuntimeFields.MAX_OPEN_FILES, 0);
    findings.require(
        !findings.get(RuntimeFields.RUN_ONCE), RuntimeFields.RUN_ONCE, "must stay false");
    checkPodLogsDir(findings);
    checkContainerLogs(findings);
    checkRestartPeriod(findings);
  }

  private static void checkPodLogsDir(Findings findings) {
    String path = findings.get(SourceFields.POD_LOGS_DIR);
    boolean clean =
        path.startsWith("/")
            && path.indexOf('\0') < 0
            && Path.of(path).normalize().toString().equals(path);
    findings.require(clean, SourceFields.POD_LOGS_DIR, "must be an absolute, normalized path");
    findings.require(
        StandardCharsets.US_ASCII.newEncoder().canEncode(path),
        SourceFields.POD_LOGS_DIR,
        "must consist of ASCII characters");
  }

  private static void checkContainerLogs(Findings findings) {
    findings.atLeast(RuntimeFields.CONTAINER_LOG_MAX_FILES, 2);
    findings.atLeast(RuntimeFields.CONTAINER_LOG_MAX_WORKERS, 1);
    findings.require(
        findings.get(RuntimeFields.CONTAINER_LOG_MONITOR_INTERVAL).compareTo(SHORTEST_LOG_INTERVAL)
            >= 0,
        RuntimeFields.CONTAINER_LOG_MONITOR_INTERVAL,
        "must be 3s or longer");
    String size = findings.get(RuntimeFields.CONTAINER_LOG_MAX_SIZE);
    findings.parses(
        RuntimeFields.CONTAINER_LOG_MAX_SIZE,
        "",
        () ->
            findings.require(
                Quantity.parse(size).isIntegral(),
                RuntimeFields.CONTAINER_LOG_MAX_SIZE,
                "must be a whole number of bytes"));
  }

  private static void checkRestartPeriod(Findings findings) {
    boolean enabled = findings.enabled("KubeletCrashLoopBackOffMax");
    boolean set = findings.config().find(RuntimeFields.MAX_CONTAINER_RESTART_PERIOD).isPresent();
    if (!enabled && set) {
      findings.add(
          RuntimeFields.MAX_CONTAINER_RESTART_PERIOD,
          "must not be set while the feature gate KubeletCrashLoopBackOffMax is off");
    }
    if (enabled) {
      Duration period = findings.get(RuntimeFields.MAX_CONTAINER_RESTART_PERIOD);
      findings.require(
          period.compareTo(SHORTEST_RESTART_PERIOD) >= 0
              && period.compareTo(LONGEST_RESTART_PERIOD) <= 0,
          RuntimeFields.MAX_CONTAINER_RESTART_PERIOD,
          "must be between 1s and 300s");
    }
  }
}
