package dev.jubelet.pod.worker;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was last read of a pod in the runtime.
 *
 * <p>Thread: the pod's lane; the last reading may be looked at from any. Owns: the reading, and
 * which containers were stopped to be started again.
 */
final class PodReading {
  private final PodUid uid;
  private final PodKey key;
  private final PodRuntime runtime;
  private final Waits waits;
  private final Timeline timeline;
  private final Timers timers;

  private volatile @Nullable ObservedPod observed;
  private Set<String> replaced = Set.of();
  private boolean acted;
  private boolean outdated;

  PodReading(PodUid uid, PodKey key, PodServices services, Waits waits) {
    this.uid = uid;
    this.key = key;
    this.runtime = services.runtime();
    this.waits = waits;
    this.timeline = services.timeline();
    this.timers = services.timers();
  }

  /** Of a pod that nobody has seen and for which nothing was done there is nothing to be read. */
  void readAgain() {
    ObservedPod before = observed;
    boolean isNew = before == null && !acted && !runtime.mayHave(uid);
    take(isNew ? ObservedPod.nothing(uid, key, timers.now()) : runtime.read(uid, key, before));
  }

  /** Reads again, unless the last reading shows what happened at this time. */
  void readFor(@Nullable Instant changedAt) {
    if (observed == null || outdated || (changedAt != null && !shows(changedAt))) {
      readAgain();
    }
  }

  /** Reads a pod of which the runtime has only what was just made. */
  void readMade(MadePod made) {
    take(runtime.readMade(uid, key, made));
  }

  /** A sandbox was made; more is to come. */
  void sandboxMade(ObservedSandbox made) {
    ObservedPod before = observed();
    if (before.isEmpty()) {
      observed = before.withFirst(made);
    } else {
      readAgain();
    }
  }

  private void take(ObservedPod now) {
    ObservedPod before = observed;
    observed = now.withReplaced(replaced);
    outdated = false;
    waits.over(Waits.RUNTIME);
    for (ObservedContainer ended : ContainerEnds.between(before, now)) {
      timeline.mark(uid.value(), "exit", ended.name(), ContainerEnds.outcome(ended));
    }
  }

  /** Something was done to the pod of which it is not known how far it got. */
  void outdate() {
    outdated = true;
  }

  /**
   * Whether the last reading was begun after this time, so that it shows what happened then. What
   * seems to have happened long before it may have a time from after a step of the clock.
   */
  boolean shows(Instant at) {
    ObservedPod last = observed;
    return last != null
        && last.readAt().isAfter(at)
        && last.readAt().isBefore(at.plus(Mailbox.ONE_CLOCK));
  }

  /** Something will be done to the pod; these containers end because others take their place. */
  void acting(Set<String> replacedIds) {
    acted = true;
    replaced = Set.copyOf(replacedIds);
  }

  ObservedPod observed() {
    return Objects.requireNonNull(observed, "not read yet");
  }

  Optional<ObservedPod> last() {
    return Optional.ofNullable(observed);
  }
}
