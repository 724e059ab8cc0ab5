package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.flags.ParsedFlags;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.collect.CollectionSettings;
import dev.jubelet.pod.collect.ContainerCollector;
import dev.jubelet.pod.collect.KnownPods;
import dev.jubelet.pod.collect.KnownPods.Standing;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.rotate.LiveLog;
import dev.jubelet.pod.rotate.LogRotation;
import dev.jubelet.pod.rotate.RotationSettings;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.sync.SyncLoop;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.pod.worker.WorkerState;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What keeps the runtime and the logs from growing: the collection of dead containers and the
 * rotation of logs. It is told here which pods are known and which containers run.
 */
final class CollectionAssembly {
  private final PodWorkers workers;
  private final SyncLoop loop;
  private final boolean endsOrphans;

  CollectionAssembly(PodWorkers workers, SyncLoop loop, boolean endsOrphans) {
    this.workers = workers;
    this.loop = loop;
    this.endsOrphans = endsOrphans;
  }

  static CollectionSettings collection(ParsedFlags flags) {
    return new CollectionSettings(
        flags.get(NodeFlags.MINIMUM_CONTAINER_TTL_DURATION),
        flags.get(NodeFlags.MAXIMUM_DEAD_CONTAINERS_PER_CONTAINER),
        flags.get(NodeFlags.MAXIMUM_DEAD_CONTAINERS));
  }

  static RotationSettings rotation(KubeletConfig config) {
    return new RotationSettings(
        Quantity.parse(config.get(RuntimeFields.CONTAINER_LOG_MAX_SIZE)).value().longValueExact(),
        config.get(RuntimeFields.CONTAINER_LOG_MAX_FILES),
        config.get(RuntimeFields.CONTAINER_LOG_MAX_WORKERS),
        config.get(RuntimeFields.CONTAINER_LOG_MONITOR_INTERVAL),
        ZoneId.systemDefault());
  }

  ContainerCollector collector(
      AgentContext in, ContainerLogs logs, PodEvents events, Lifecycle lifecycle) {
    ContainerCollector collector =
        new ContainerCollector(
            in.cri(),
            logs,
            this::knownPods,
            collection(in.options().flags()),
            events,
            in.meters().collections,
            in.timers());
    lifecycle.add("container collection", collector::start, collector::stop);
    return collector;
  }

  void rotateLogs(AgentContext in, RuntimeHealth health, Lifecycle lifecycle) {
    LogRotation rotation =
        new LogRotation(
            in.cri(),
            this::liveLogs,
            () -> health.problems().runtime().isEmpty(),
            rotation(in.options().config()),
            in.meters().rotations,
            in.timers());
    lifecycle.add("log rotation", rotation::start, rotation::stop);
  }

  /** Those that are wanted come last: a pod whose worker ends meanwhile may be wanted again. */
  private KnownPods knownPods() {
    boolean isAll = endsOrphans && loop.allSourcesSeen();
    Map<PodUid, Standing> standings = new HashMap<>();
    for (PodWorkers.Working working : workers.all()) {
      ObservedPod observed = working.observed();
      Pod wanted = working.wanted();
      if (wanted != null) {
        standings.put(PodUid.of(wanted), standing(working.state(), wanted));
      } else if (observed != null) {
        standings.put(observed.uid(), Standing.ALIVE);
      }
    }
    for (Pod pod : loop.wanted().all()) {
      standings.putIfAbsent(PodUid.of(pod), Standing.ALIVE);
    }
    return new KnownPods(standings, isAll);
  }

  private static Standing standing(WorkerState state, Pod wanted) {
    if (state != WorkerState.TERMINATED) {
      return Standing.ALIVE;
    }
    if (Phases.isEvicted(wanted)) {
      return Standing.EVICTED;
    }
    return Criticality.isStatic(wanted) ? Standing.ENDED_STATIC : Standing.ENDED;
  }

  private List<LiveLog> liveLogs() {
    List<LiveLog> logs = new ArrayList<>();
    for (PodWorkers.Working working : workers.all()) {
      addLiveLogs(working.observed(), logs);
    }
    return logs;
  }

  private static void addLiveLogs(@Nullable ObservedPod pod, List<LiveLog> logs) {
    if (pod == null) {
      return;
    }
    for (ObservedContainer container : pod.containers()) {
      if (container.isRunning() && !container.logPath().isEmpty()) {
        logs.add(
            new LiveLog(pod.key(), container.name(), container.id(), Path.of(container.logPath())));
      }
    }
  }
}
