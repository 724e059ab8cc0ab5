package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps the API server's copies of all pods up to date, each at once and on its own. When a pod has
 * ended and is to be deleted, its last status is written first.
 *
 * <p>Thread: any; nothing blocks the caller. Owns: a lane for every pod that has a report.
 */
public final class StatusWriter {
  private static final int MOST_CALLS = 64;

  private final Setting setting;
  private final Timers timers;
  private final Semaphore slots = new Semaphore(MOST_CALLS, true);
  private final ConcurrentMap<PodUid, PodLane> lanes = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** What every lane is given. */
  record Setting(
      PodApi api,
      Function<PodUid, Optional<PodReport>> reports,
      Function<Pod, Optional<Pod>> copies,
      BiConsumer<Pod, String> refusals,
      Consumer<Duration> written,
      ReportRules rules,
      StatusPatch patches) {}

  /**
   * @param reports what is to be told of a pod
   * @param copies what the API server has of a pod, as far as is known; for a static pod its mirror
   * @param refusals is told which pod is deleted although the API server does not take its last
   *     status, and why not
   * @param written is told how long a change took from being reported to being written
   */
  public StatusWriter(
      PodApi api,
      Function<PodUid, Optional<PodReport>> reports,
      Function<Pod, Optional<Pod>> copies,
      BiConsumer<Pod, String> refusals,
      Consumer<Duration> written,
      ObjectMapper json,
      Timers timers) {
    StatusPatch patches = new StatusPatch(json);
    this.setting =
        new Setting(api, reports, copies, refusals, written, new ReportRules(patches), patches);
    this.timers = timers;
  }

  /** There is another report of this pod. */
  public void reported(PodUid uid) {
    lanes.compute(
        uid,
        (key, known) -> {
          if (closed) {
            return null;
          }
          PodLane lane = known != null ? known : new PodLane(key, setting, slots, timers);
          lane.changed();
          return lane;
        });
  }

  /** The API server has something else of this pod. */
  public void copyChanged(PodUid uid) {
    PodLane lane = lanes.get(uid);
    if (lane != null) {
      lane.wake();
    }
  }

  /**
   * All pods were listed anew. What the API server answered before may be ahead of that list for
   * ever, if its store was put back to an earlier state: it counts no more.
   */
  public void relisted() {
    lanes.values().forEach(PodLane::forgetAnswers);
  }

  /** There is no report of this pod any more. */
  public void forgotten(PodUid uid) {
    lanes.computeIfPresent(
        uid,
        (key, lane) -> {
          if (setting.reports().apply(key).isPresent()) {
            return lane;
          }
          lane.close();
          return null;
        });
  }

  /** Of how many pods something may be written. */
  int size() {
    return lanes.size();
  }

  /** Whether no lane has anything to do before the next report, copy or timer. */
  boolean isQuiet() {
    return lanes.values().stream().allMatch(PodLane::isQuiet);
  }

  /** Breaks off what is being written; nothing is written any more. */
  public void close() {
    closed = true;
    lanes.values().forEach(PodLane::close);
    lanes.clear();
  }
}
