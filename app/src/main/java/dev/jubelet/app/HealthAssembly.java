package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.logging.ProcessLog;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.path.RuntimeReadiness;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.systemd.ServiceNotice;
import dev.jubelet.node.condition.RuntimeProblems;
import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.health.LogFlusher;
import dev.jubelet.server.health.SystemdWatchdog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the agent is well, and who is told. */
final class HealthAssembly {
  private static final Logger log = LoggerFactory.getLogger(HealthAssembly.class);

  private final Timers timers;
  private final List<HealthCheck> checks;

  HealthAssembly(
      KubeletConfig config,
      PodPathAssembly path,
      ProcessLog processLog,
      Timers timers,
      Lifecycle lifecycle) {
    this.timers = timers;
    LogFlusher flusher = new LogFlusher(processLog.flush(), timers);
    lifecycle.add("log flusher", flusher::start, flusher::close);
    checks =
        List.of(
            HealthCheck.ping(),
            HealthCheck.log(timers, flusher::lastFlush),
            HealthCheck.syncLoop(
                timers,
                config.get(SourceFields.SYNC_FREQUENCY),
                () -> lastWork(path.loop.lastTurn(), RuntimeReadiness.of(path).problems())));
  }

  /** As upstream's: a loop that turns without a runtime to work with does not count. */
  private Instant lastWork(Instant lastTurn, RuntimeProblems problems) {
    Instant worked = timers.now().minus(problems.lasting());
    return worked.isBefore(lastTurn) ? worked : lastTurn;
  }

  /** What {@code /healthz} looks at, in the order shown. */
  List<HealthCheck> checks() {
    return checks;
  }

  /**
   * Tells the service manager that all before has started, and from then on that it is well.
   *
   * @throws IllegalArgumentException when the manager's wishes make no sense
   */
  void addServiceManager(Map<String, String> environment, Lifecycle lifecycle) {
    ServiceNotice notice = ServiceNotice.of(environment);
    lifecycle.add("readiness notice", () -> tellReady(notice), () -> {});
    Optional<Duration> interval = notice.watchdog(ProcessHandle.current().pid());
    if (interval.isPresent()) {
      SystemdWatchdog watchdog = new SystemdWatchdog(checks, notice::alive, interval.get(), timers);
      lifecycle.add("systemd watchdog", watchdog::start, watchdog::close);
    }
  }

  private static void tellReady(ServiceNotice notice) {
    notice
        .ready()
        .ifPresent(
            reason ->
                log.atWarn()
                    .addKeyValue("reason", reason)
                    .log("Failed to notify the service manager that the kubelet is ready"));
  }
}
