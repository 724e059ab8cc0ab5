package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.ResourceVersions;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Brings the API server's copy of one pod up to date. Each step reads the newest report and the
 * newest copy, so an older status never follows a newer one.
 *
 * <p>Thread: woken from any; steps on its own lane. Owns: the server's answers, which may be ahead
 * of what the watch has told.
 */
final class PodLane {
  private static final Logger log = LoggerFactory.getLogger(PodLane.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** One more than a webhook that is about to change its mind may need. */
  private static final int MOST_REJECTIONS = 3;

  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

  private final PodUid uid;
  private final StatusWriter.Setting setting;
  private final Semaphore slots;
  private final Timers timers;
  private final Lane lane;

  /** The oldest change that is not written yet; null when all is. */
  private final AtomicReference<@Nullable Change> change = new AtomicReference<>();

  /** What {@link #change} was when the step began. */
  private @Nullable Change pending;

  /** A status was reported at this monotonic time. */
  private record Change(long at) {}

  private @Nullable Pod answer;
  private ObjectNode refused = NOTHING;

  /** The UID in the API of what is there no longer, or will not be soon. */
  private String finished = "";

  /** Whether the copy may be outdated, so that it has to be read. */
  private boolean doubtful;

  private int failures;

  /** How often the server has said of a status that it is wrong, without taking one since. */
  private int rejections;

  private volatile boolean outdated;
  private volatile boolean closed;

  PodLane(PodUid uid, StatusWriter.Setting setting, Semaphore slots, Timers timers) {
    this.uid = uid;
    this.setting = setting;
    this.slots = slots;
    this.timers = timers;
    this.lane = new Lane("status-" + uid, this::step, timers);
  }

  /** There is another report. */
  void changed() {
    change.compareAndSet(null, new Change(timers.nanoTime()));
    lane.wake();
  }

  void wake() {
    lane.wake();
  }

  /** What the server said so far is outdated; the next step begins from what is known then. */
  void forgetAnswers() {
    outdated = true;
  }

  void close() {
    closed = true;
    lane.interruptAndWake();
  }

  boolean isQuiet() {
    return lane.isQuiet();
  }

  private Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    if (outdated) {
      outdated = false;
      answer = null;
      refused = NOTHING;
      finished = "";
    }
    pending = change.get();
    Optional<PodReport> report = setting.reports().apply(uid);
    Optional<Pod> known = report.flatMap(this::known);
    if (known.isEmpty() || known.get().getMetadata().getUid().equals(finished)) {
      return Lane.Next.IDLE;
    }
    try {
      return action(report.get(), known.get());
    } catch (ApiException e) {
      return failed(e, PodKey.of(known.get()));
    } catch (InterruptedException e) {
      // Only closing interrupts, and the next step sees that.
      return Lane.Next.AGAIN;
    }
  }

  /** The newer of what the watch has told and what the server has answered. */
  private Optional<Pod> known(PodReport report) {
    Optional<Pod> watched = setting.copies().apply(report.pod());
    Pod told = answer;
    if (told != null && watched.filter(pod -> isAhead(told, pod)).isPresent()) {
      return Optional.of(told);
    }
    answer = null;
    return watched;
  }

  private static boolean isAhead(Pod told, Pod watched) {
    return isSamePod(told, watched) && ResourceVersions.isNewer(told, watched);
  }

  private static boolean isSamePod(Pod one, Pod other) {
    return PodUid.of(one).equals(PodUid.of(other));
  }

  private Lane.Next action(PodReport report, Pod known) throws InterruptedException {
    if (doubtful) {
      return within(() -> reread(known));
    }
    return switch (setting.rules().next(report, known, refused)) {
      case ReportAction.Rest rest -> {
        failures = 0;
        change.compareAndSet(pending, null);
        yield Lane.Next.IDLE;
      }
      case ReportAction.Write(ObjectNode status) -> within(() -> write(report, known, status));
      case ReportAction.Delete delete -> within(() -> delete(known));
    };
  }

  /** One of a bounded number of calls at a time. */
  private Lane.Next within(Supplier<Lane.Next> call) throws InterruptedException {
    slots.acquire();
    try {
      return call.get();
    } finally {
      slots.release();
    }
  }

  private Lane.Next write(PodReport report, Pod known, ObjectNode status) {
    Pod written;
    try {
      written =
          setting.api().patchStatus(PodKey.of(known), setting.patches().request(known, status));
    } catch (ApiException e) {
      if (e.kind() != ApiException.Kind.INVALID || !isGivenUp(report, known)) {
        throw e;
      }
      refused = status;
      setting.refusals().accept(known, e.text());
      return Lane.Next.AGAIN;
    }
    answer = written;
    if (pending != null && change.compareAndSet(pending, null)) {
      setting.written().accept(Duration.ofNanos(timers.nanoTime() - pending.at()));
    }
    refused = setting.patches().between(report, written);
    failures = 0;
    rejections = 0;
    log.atDebug()
        .addKeyValue("pod", PodKey.of(known))
        .addKeyValue("podUID", uid)
        .addKeyValue("phase", written.getStatus() == null ? "" : written.getStatus().getPhase())
        .log("Pod status written");
    return Lane.Next.AGAIN;
  }

  /** A status that is wrong for good must not keep a pod that has ended from being deleted. */
  private boolean isGivenUp(PodReport report, Pod known) {
    return ++rejections >= MOST_REJECTIONS && ReportRules.mayGo(report, known);
  }

  private Lane.Next delete(Pod known) {
    setting.api().delete(PodKey.of(known), PodUid.of(known));
    finished = known.getMetadata().getUid();
    failures = 0;
    log.atInfo()
        .addKeyValue("pod", PodKey.of(known))
        .addKeyValue("podUID", uid)
        .log("Pod has ended and is deleted from the API");
    return Lane.Next.IDLE;
  }

  /** Whatever stood in the way, the copy is the server's newest afterwards, or the pod is gone. */
  private Lane.Next reread(Pod known) {
    Pod now = setting.api().get(PodKey.of(known));
    doubtful = false;
    if (!isSamePod(now, known)) {
      finished = known.getMetadata().getUid();
      return Lane.Next.IDLE;
    }
    answer = now;
    refused = NOTHING;
    return Lane.Next.AGAIN;
  }

  private Lane.Next failed(ApiException e, PodKey key) {
    if (closed) {
      // Closing broke the call off.
      return Lane.Next.DONE;
    }
    return switch (e.kind()) {
      // The watch will tell the same.
      case NOT_FOUND -> Lane.Next.IDLE;
      case CONFLICT -> {
        doubtful = true;
        yield failures++ == 0 ? Lane.Next.AGAIN : new Lane.Next.After(pause(e));
      }
      case ALREADY_EXISTS,
          GONE,
          VERSION_TOO_LARGE,
          UNAUTHORIZED,
          FORBIDDEN,
          TOO_MANY_REQUESTS,
          TIMEOUT,
          UNAVAILABLE,
          INVALID,
          UNREADABLE,
          CREDENTIALS,
          CANCELLED,
          INTERNAL -> {
        log.atLevel(failures == 0 ? e.level(Level.WARN) : Level.DEBUG)
            .addKeyValue("pod", key)
            .addKeyValue("podUID", uid)
            .addKeyValue("reason", e.text())
            .log("Failed to update the pod in the API; retrying");
        // An answer that got lost may have been a success.
        doubtful = true;
        failures++;
        yield new Lane.Next.After(pause(e));
      }
    };
  }

  private Duration pause(ApiException e) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 10));
    Duration bounded = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    Duration asked = e.retryAfter().orElse(Duration.ZERO);
    Duration least = asked.compareTo(bounded) > 0 ? asked : bounded;
    double spread = 1 + ThreadLocalRandom.current().nextDouble(0.5);
    return Duration.ofNanos((long) (least.toNanos() * spread));
  }
}
