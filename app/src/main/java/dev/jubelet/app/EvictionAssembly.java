package dev.jubelet.app;

import dev.jubelet.app.metric.EvictionMeter;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.worker.KillOutcome;
import dev.jubelet.resource.eviction.DiskLooks;
import dev.jubelet.resource.eviction.Eviction;
import dev.jubelet.resource.eviction.LimitWatch;
import io.fabric8.kubernetes.api.model.Pod;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of pods that use more than they may: who watches them is told of their statuses, and what
 * has to end is ended on the path of all pods.
 *
 * <p>Thread: any; a pod is evicted by the lane that looks at it. Owns: the watch.
 */
final class EvictionAssembly implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EvictionAssembly.class);

  private final PodPathAssembly path;
  private final PodEvents events;
  private final EvictionMeter meter;
  private final LimitWatch watch;

  EvictionAssembly(PodPathAssembly path, DiskLooks looks, EvictionMeter meter, Timers timers) {
    this.path = path;
    this.events = new PodEvents(timers, path.eventLog);
    this.meter = meter;
    this.watch = new LimitWatch(looks, this::evict, timers);
    path.statuses.subscribe(new Reports());
  }

  private void evict(Pod pod, Eviction eviction) {
    PodUid uid = PodUid.of(pod);
    events.warning(pod, Eviction.REASON, eviction.message());
    path.timeline.mark(uid.value(), "evicted", eviction.message().strip());
    path.workers.kill(
        uid, eviction.verdict(), Eviction.GRACE_SECONDS, outcome -> ended(pod, eviction, outcome));
    meter.evicted(eviction.signal().wireName());
  }

  private static void ended(Pod pod, Eviction eviction, KillOutcome outcome) {
    log.atInfo()
        .addKeyValue("pod", PodKey.of(pod))
        .addKeyValue("podUID", PodUid.of(pod))
        .addKeyValue("message", eviction.message())
        .addKeyValue("outcome", outcome)
        .log("Evicting pod");
  }

  @Override
  public void close() {
    watch.close();
  }

  /** Passes on what is said of pods. */
  private final class Reports implements StatusStore.Listener {
    @Override
    public void reported(PodUid uid) {
      path.statuses.report(uid).ifPresent(report -> watch.reported(report.pod(), report.status()));
    }

    @Override
    public void forgotten(PodUid uid) {
      watch.forgotten(uid);
    }
  }
}
