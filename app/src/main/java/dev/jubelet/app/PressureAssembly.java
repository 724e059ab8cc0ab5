package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.metric.EvictionMeter;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.worker.KillOutcome;
import dev.jubelet.resource.eviction.Eviction;
import dev.jubelet.resource.eviction.pressure.EvictionConfig;
import dev.jubelet.resource.eviction.pressure.NodePressures;
import dev.jubelet.resource.eviction.pressure.NodeSignal;
import dev.jubelet.resource.eviction.pressure.PressureEviction;
import dev.jubelet.resource.eviction.pressure.PressureListener;
import dev.jubelet.resource.eviction.pressure.PressureWatch;
import dev.jubelet.resource.eviction.pressure.ThresholdParser;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of pods for what their node lacks: what the watch decides is done on the path of all
 * pods, and the watch is told when a pod has let go of everything.
 *
 * <p>Thread: any. Owns: the watch, and who waits for the end of which pod.
 */
final class PressureAssembly implements PressureListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PressureAssembly.class);

  private final PodPathAssembly path;
  private final PodEvents events;
  private final EvictionMeter meter;
  private final PressureWatch watch;
  private final ConcurrentMap<PodUid, Runnable> awaited = new ConcurrentHashMap<>();

  PressureAssembly(
      KubeletConfig config,
      PodPathAssembly path,
      PressureWatch.Sources sources,
      NodePressures pressures,
      EvictionMeter meter,
      Timers timers) {
    this.path = path;
    this.events = new PodEvents(timers, path.eventLog);
    this.meter = meter;
    this.watch = new PressureWatch(config(config), sources, pressures, this, timers);
    path.statuses.subscribe(new Ends());
  }

  private static EvictionConfig config(KubeletConfig config) {
    return new EvictionConfig(
        ThresholdParser.parse(
            config.get(EvictionFields.EVICTION_HARD),
            config.get(EvictionFields.EVICTION_SOFT),
            config.get(EvictionFields.EVICTION_SOFT_GRACE_PERIOD),
            config.get(EvictionFields.EVICTION_MINIMUM_RECLAIM)),
        config.get(EvictionFields.EVICTION_PRESSURE_TRANSITION_PERIOD),
        config.get(EvictionFields.EVICTION_MAX_POD_GRACE_PERIOD),
        config.get(ResourceFields.ENFORCE_NODE_ALLOCATABLE).contains("pods"));
  }

  PressureWatch watch() {
    return watch;
  }

  @Override
  public void reclaiming(NodeSignal.Starved starved) {
    events.nodeWarning("EvictionThresholdMet", "Attempting to reclaim " + starved.wireName());
  }

  @Override
  public void chosenBy(NodeSignal signal, Duration age) {
    meter.chosenBy(signal.wireName(), age);
  }

  @Override
  public void evict(PressureEviction eviction, Runnable cleanedUp) {
    PodUid uid = PodUid.of(eviction.pod());
    awaited.put(uid, cleanedUp);
    events.warning(eviction.pod(), Eviction.REASON, eviction.message(), eviction.annotations());
    path.timeline.mark(uid.value(), "evicted", eviction.message().strip());
    path.workers.kill(
        uid, eviction.verdict(), eviction.grace(), outcome -> ended(eviction, outcome));
    meter.evicted(eviction.signal().wireName());
  }

  private static void ended(PressureEviction eviction, KillOutcome outcome) {
    log.atInfo()
        .addKeyValue("pod", PodKey.of(eviction.pod()))
        .addKeyValue("podUID", PodUid.of(eviction.pod()))
        .addKeyValue("signal", eviction.signal().wireName())
        .addKeyValue("message", eviction.message())
        .addKeyValue("outcome", outcome)
        .log("Pod is evicted");
  }

  @Override
  public void close() {
    watch.close();
  }

  /** Tells who waits that a pod is over. */
  private final class Ends implements StatusStore.Listener {
    @Override
    public void reported(PodUid uid) {
      if (awaited.containsKey(uid)
          && path.statuses.report(uid).filter(PodReport::over).isPresent()) {
        forgotten(uid);
      }
    }

    @Override
    public void forgotten(PodUid uid) {
      Runnable cleanedUp = awaited.remove(uid);
      if (cleanedUp != null) {
        cleanedUp.run();
      }
    }
  }
}
