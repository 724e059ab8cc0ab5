package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.flags.OwnFlags;
import dev.jubelet.app.metric.ShutdownMeter;
import dev.jubelet.app.path.AgentContext;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.path.ShutdownPodsAdapter;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.edge.systemd.BusAddress;
import dev.jubelet.edge.systemd.BusException;
import dev.jubelet.edge.systemd.InhibitDelay;
import dev.jubelet.edge.systemd.Logind;
import dev.jubelet.node.event.NodeEvents;
import dev.jubelet.node.shutdown.GracefulShutdown;
import dev.jubelet.node.shutdown.InhibitorLock;
import dev.jubelet.node.shutdown.PriorityGrace;
import dev.jubelet.node.shutdown.ShutdownSchedule;
import dev.jubelet.node.shutdown.ShutdownTimes;
import dev.jubelet.node.shutdown.ShutdownTimesFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of pods before the machine goes down, joined with logind, which announces that, or with
 * the end of this process.
 *
 * <p>Thread: that of the assembly; the rest has threads of its own.
 */
final class ShutdownAssembly {
  private static final Logger log = LoggerFactory.getLogger(ShutdownAssembly.class);
  private static final String BY_PRIORITY = "GracefulNodeShutdownBasedOnPodPriority";

  private final AgentContext in;
  private final Optional<KeptTimes> kept;
  private final GracefulShutdown shutdown;
  private final Logind logind;

  /** Where the times of a shutdown are kept. */
  private record KeptTimes(ShutdownTimesFile file, ShutdownMeter meter) {
    void progressed(ShutdownTimes times) {
      meter.progressed(times);
      file.write(times);
    }
  }

  /** Empty when the configuration gives pods no time. */
  static Optional<ShutdownAssembly> of(AgentContext in, PodPathAssembly path) {
    ShutdownSchedule schedule = schedule(in.options().config());
    if (schedule.isEnabled()) {
      return Optional.of(new ShutdownAssembly(in, path, schedule, System.getenv()));
    }
    if (in.options().flags().get(OwnFlags.SHUTDOWN_ON_SIGTERM)) {
      log.warn(
          "--shutdown-on-sigterm has no effect: neither shutdownGracePeriod nor"
              + " shutdownGracePeriodByPodPriority is set");
    }
    return Optional.empty();
  }

  private ShutdownAssembly(
      AgentContext in,
      PodPathAssembly path,
      ShutdownSchedule schedule,
      Map<String, String> environment) {
    this.in = in;
    this.kept = keptTimes(in);
    this.shutdown =
        new GracefulShutdown(
            schedule,
            new ShutdownPodsAdapter(path),
            new LogindLock(),
            in.shutdown(),
            new Reports(),
            in.timers());
    this.logind =
        new Logind(
            BusAddress.of(environment),
            new InhibitDelay(schedule.total(), InhibitDelay.USUAL_DROP_INS),
            shutdown::announced,
            in.timers());
  }

  private static Optional<KeptTimes> keptTimes(AgentContext in) {
    if (!in.options().config().features().enabled(BY_PRIORITY)) {
      return Optional.empty();
    }
    Path root = Path.of(in.options().flags().get(NodeFlags.ROOT_DIR));
    ShutdownTimesFile file = ShutdownTimesFile.in(root);
    return Optional.of(new KeptTimes(file, new ShutdownMeter(in.meters().main, file.read())));
  }

  private static ShutdownSchedule schedule(KubeletConfig config) {
    if (!config.features().enabled("GracefulNodeShutdown")) {
      return new ShutdownSchedule(List.of());
    }
    List<PriorityGrace> byPriority =
        config.get(NodeFields.SHUTDOWN_GRACE_PERIOD_BY_POD_PRIORITY).stream()
            .map(entry -> new PriorityGrace(entry.priority(), entry.shutdownGracePeriodSeconds()))
            .toList();
    return byPriority.isEmpty()
        ? ShutdownSchedule.ofPeriods(
            config.get(NodeFields.SHUTDOWN_GRACE_PERIOD),
            config.get(NodeFields.SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS))
        : new ShutdownSchedule(byPriority);
  }

  void addTo(Lifecycle lifecycle) {
    lifecycle.add("graceful shutdown", () -> {}, shutdown::close);
    lifecycle.add("shutdown announcements", logind::start, logind::close);
  }

  /** Ends the pods before the process ends, where that was asked for. */
  void processEnds() {
    if (!in.options().flags().get(OwnFlags.SHUTDOWN_ON_SIGTERM)) {
      return;
    }
    try {
      if (!shutdown.endPods()) {
        log.warn("Not all pods ended in time; ending without them");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Thread: as {@link InhibitorLock} says. */
  private final class LogindLock implements InhibitorLock {
    @Override
    public void acquire() {
      try {
        logind.acquire();
      } catch (BusException e) {
        log.atError().addKeyValue("error", e.text()).log("Failed to acquire inhibit lock");
      }
    }

    @Override
    public void release() {
      logind.release();
    }
  }

  /** Thread: as {@link GracefulShutdown} says. */
  private final class Reports implements GracefulShutdown.Listener {
    private final NodeEvents events = new NodeEvents(in.node().name());

    @Override
    public void announced(boolean shuttingDown) {
      in.eventLog().accept(events.shutdown(in.timers().now(), shuttingDown));
    }

    @Override
    public void progressed(ShutdownTimes times) {
      kept.ifPresent(to -> to.progressed(times));
    }
  }
}
