package dev.jubelet.node.shutdown;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One shutdown: group after group, each ended before the next is begun or given up when its time is
 * over.
 *
 * <p>Thread: {@link #advance} by the shutdown's lane; pods end on any. Owns: which groups are left
 * and which pods of the current one.
 */
final class ShutdownRun {
  private static final Logger log = LoggerFactory.getLogger(ShutdownRun.class);
  private static final String MESSAGE = "Pod was terminated in response to imminent node shutdown.";
  private static final PodVerdict.Failed VERDICT =
      new PodVerdict.Failed("Terminated", MESSAGE, MESSAGE);

  private final Instant startedAt;
  private final ShutdownPods pods;
  private final Timers timers;
  private final Runnable wake;
  private final Deque<ShutdownGroup> left;
  private boolean inGroup;
  private long deadlineNanos;

  @GuardedBy("this")
  private final Set<PodUid> open = new HashSet<>();

  /** {@code wake} asks for another {@link #advance}. */
  ShutdownRun(List<ShutdownGroup> groups, ShutdownPods pods, Timers timers, Runnable wake) {
    this.startedAt = timers.now();
    this.left = new ArrayDeque<>(groups);
    this.pods = pods;
    this.timers = timers;
    this.wake = wake;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Goes on as far as possible; returns how long to wait for the rest, or nothing at the end. */
  Optional<Duration> advance() {
    while (true) {
      if (inGroup && !isGroupOver()) {
        return Optional.of(Duration.ofNanos(deadlineNanos - timers.nanoTime()));
      }
      inGroup = false;
      if (left.isEmpty()) {
        return Optional.empty();
      }
      begin(left.remove());
    }
  }

  private boolean isGroupOver() {
    synchronized (this) {
      if (open.isEmpty()) {
        return true;
      }
    }
    boolean late = timers.nanoTime() - deadlineNanos >= 0;
    if (late) {
      log.atWarn().addKeyValue("left", waiting()).log("Shutdown manager pod killing time out");
    }
    return late;
  }

  private synchronized List<PodUid> waiting() {
    return List.copyOf(open);
  }

  private void begin(ShutdownGroup group) {
    inGroup = true;
    deadlineNanos = timers.nanoTime() + group.patience().toNanos();
    synchronized (this) {
      open.clear();
      group.pods().forEach(pod -> open.add(PodUid.of(pod)));
    }
    for (Pod pod : group.pods()) {
      long grace = group.graceSecondsOf(pod);
      log.atInfo()
          .addKeyValue("pod", PodKey.of(pod))
          .addKeyValue("podUID", PodUid.of(pod))
          .addKeyValue("gracePeriod", grace)
          .addKeyValue("priority", group.grace().priority())
          .log("Shutdown manager killing pod with gracePeriod");
      pods.end(pod, VERDICT, grace, () -> ended(pod));
    }
  }

  private void ended(Pod pod) {
    synchronized (this) {
      open.remove(PodUid.of(pod));
    }
    log.atInfo()
        .addKeyValue("pod", PodKey.of(pod))
        .addKeyValue("podUID", PodUid.of(pod))
        .log("Shutdown manager finished killing pod");
    wake.run();
  }
}
