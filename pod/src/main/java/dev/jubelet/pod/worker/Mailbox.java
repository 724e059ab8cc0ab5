package dev.jubelet.pod.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.PodGrace;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What others want of a pod's lane. Only the newest wish counts; the wish to end the pod is never
 * taken back, and the time it is given to end only ever shrinks.
 *
 * <p>Thread: written by any, read by the lane.
 */
final class Mailbox {
  /** Times that are further apart need not be of one clock: it may have been set in between. */
  static final Duration ONE_CLOCK = Duration.ofSeconds(10);

  /** How the pod is to end. Without a verdict its containers tell what became of it. */
  record Ending(long graceSeconds, PodVerdict.@Nullable Failed verdict) {}

  /**
   * All wishes at one moment. {@code pod} is null for a pod that only the runtime knows; {@code
   * ending} is null while the pod is to run; {@code removed} says that nothing may stay of it;
   * {@code changedAt} is the time of the newest change the runtime told of; {@code restart} is the
   * pod to run again, once this one has ended.
   */
  record Desired(
      @Nullable Pod pod,
      @Nullable Ending ending,
      boolean removed,
      @Nullable Instant changedAt,
      @Nullable Pod restart) {

    /** A pod to run, unless its source says that it is on its way out already. */
    static Desired of(Pod pod) {
      return new Desired(pod, endingOf(pod, null), false, null, null);
    }

    /** A pod that only the runtime knows. */
    static Desired ofOrphan(long graceSeconds) {
      Ending ending = new Ending(PodGrace.effective(null, null, graceSeconds), null);
      return new Desired(null, ending, true, null, null);
    }

    PodVerdict.@Nullable Failed verdict() {
      return ending == null ? null : ending.verdict();
    }

    PodVerdict verdictOr(PodVerdict otherwise) {
      PodVerdict.Failed verdict = verdict();
      return verdict == null ? otherwise : verdict;
    }

    private Desired ending(@Nullable Long demanded, PodVerdict.@Nullable Failed newVerdict) {
      Long current = ending == null ? null : ending.graceSeconds();
      Ending next =
          new Ending(
              PodGrace.effective(current, pod, demanded),
              newVerdict == null ? verdict() : newVerdict);
      return new Desired(pod, next, removed, changedAt, restart);
    }

    private static @Nullable Ending endingOf(Pod pod, @Nullable Ending before) {
      boolean ends = pod.getMetadata().getDeletionTimestamp() != null || Phases.isOver(pod);
      if (before == null && !ends) {
        return null;
      }
      Long current = before == null ? null : before.graceSeconds();
      return new Ending(
          PodGrace.effective(current, pod, null), before == null ? null : before.verdict());
    }

    /** Whether what the lane does for that wish has to be broken off for this one. */
    private boolean isMoreUrgentThan(Desired before) {
      if (ending == null) {
        return false;
      }
      return before.ending == null || ending.graceSeconds() < before.ending.graceSeconds();
    }
  }

  @GuardedBy("this")
  private Desired desired;

  Mailbox(Desired first) {
    desired = first;
  }

  synchronized Desired read() {
    return desired;
  }

  /**
   * Takes a newer spec; for a pod that was removed it becomes the wish to run it again. Returns, as
   * all that change the wish, whether the lane has to break off what it does.
   */
  synchronized boolean update(Pod pod) {
    return desired.removed()
        ? replace(new Desired(desired.pod(), desired.ending(), true, desired.changedAt(), pod))
        : replace(
            new Desired(
                pod, Desired.endingOf(pod, desired.ending()), false, desired.changedAt(), null));
  }

  synchronized boolean remove(@Nullable Long demandedGrace) {
    Desired ending = desired.ending(demandedGrace, null);
    return replace(new Desired(desired.pod(), ending.ending(), true, desired.changedAt(), null));
  }

  /** Ends the pod, which stays known. A newer verdict takes the place of an older one. */
  synchronized boolean end(PodVerdict.@Nullable Failed verdict, @Nullable Long demandedGrace) {
    return replace(desired.ending(demandedGrace, verdict));
  }

  synchronized void runtimeChanged(Instant at) {
    Instant before = desired.changedAt();
    if (before == null || at.isAfter(before) || at.isBefore(before.minus(ONE_CLOCK))) {
      desired =
          new Desired(desired.pod(), desired.ending(), desired.removed(), at, desired.restart());
    }
  }

  @GuardedBy("this")
  private boolean replace(Desired next) {
    boolean urgent = next.isMoreUrgentThan(desired);
    desired = next;
    return urgent;
  }
}
