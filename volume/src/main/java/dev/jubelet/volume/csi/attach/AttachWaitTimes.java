package dev.jubelet.volume.csi.attach;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.request.VolumeId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Since when pods wait for volumes to be attached.
 *
 * <p>Thread: any. Owns: those times.
 */
final class AttachWaitTimes {
  private static final Duration LONG = Duration.ofMinutes(2).plusSeconds(3);

  private record Wait(PodUid pod, VolumeId volume) {}

  private final Timers timers;
  private final Map<Wait, Long> since = new ConcurrentHashMap<>();

  AttachWaitTimes(Timers timers) {
    this.timers = timers;
  }

  /** The pod waits; returns whether it has for so long that something may be wrong. */
  boolean isLong(PodUid pod, VolumeId volume) {
    long now = timers.nanoTime();
    long begun = since.computeIfAbsent(new Wait(pod, volume), wait -> now);
    return now - begun >= LONG.toNanos();
  }

  void over(PodUid pod, VolumeId volume) {
    since.remove(new Wait(pod, volume));
  }

  void forget(PodUid pod) {
    since.keySet().removeIf(wait -> wait.pod().equals(pod));
  }
}
