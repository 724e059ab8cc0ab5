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
  record Wish(
      @Nullable Pod pod,
      @Nullable Ending ending,
      boolean removed,
      @Nullable Instant changedAt,
      @Nullable Pod restart) {

    /** A pod to run, unless its source says that it is on its way out already. */
    static Wish of(Pod pod) {
      return new Wish(pod, endingOf(pod, null), false, null, null);
    }

    /** A pod that only the runtime knows. */
    static Wish ofOrphan(long graceSeconds) {
      Ending ending = new Ending(PodGrace.effective(null, null, graceSeconds), null);
      return new Wish(null, ending, true, null, null);
    }

    PodVerdict.@Nullable Failed verdict() {
      return ending == null ? null : ending.verdict();
    }

    PodVerdict verdictOr(PodVerdict otherwise) {
      PodVerdict.Failed verdict = verdict();
      return verdict == null ? otherwise : verdict;
    }

    private Wish ending(@Nullable Long demanded, PodVerdict.@Nullable Failed newVerdict) {
      Long current = ending == null ? null : ending.graceSeconds();
      Ending next =
          new Ending(
              PodGrace.effective(current, pod, demanded),
              newVerdict == null ? verdict() : newVerdict);
      return new Wish(pod, next, removed, changedAt, restart);
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
    private boolean isMoreUrgentThan(Wish before) {
      if (ending == null) {
        return false;
      }
      return before.ending == null || ending.graceSeconds() < before.ending.graceSeconds();
    }
  }

  @GuardedBy("this")
  private Wish wish;

  Mailbox(Wish first) {
    wish = first;
  }

  synchronized Wish read() {
    return wish;
  }

  /**
   * Takes a newer spec; for a pod that was removed it becomes the wish to run it again. Returns, as
   * all that change the wish, whether the lane has to break off what it does.
   */
  synchronized boolean update(Pod pod) {
    return wish.removed()
        ? replace(new Wish(wish.pod(), wish.ending(), true, wish.changedAt(), pod))
        : replace(new Wish(pod, Wish.endingOf(pod, wish.ending()), false, wish.changedAt(), null));
  }

  synchronized boolean remove(@Nullable Long demandedGrace) {
    Wish ending = wish.ending(demandedGrace, null);
    return replace(new Wish(wish.pod(), ending.ending(), true, wish.changedAt(), null));
  }

  /** Ends the pod, which stays known. A newer verdict takes the place of an older one. */
  synchronized boolean end(PodVerdict.@Nullable Failed verdict, @Nullable Long demandedGrace) {
    return replace(wish.ending(demandedGrace, verdict));
  }

  synchronized void runtimeChanged(Instant at) {
    Instant before = wish.changedAt();
    if (before == null || at.isAfter(before) || at.isBefore(before.minus(ONE_CLOCK))) {
      wish = new Wish(wish.pod(), wish.ending(), wish.removed(), at, wish.restart());
    }
  }

  @GuardedBy("this")
  private boolean replace(Wish next) {
    boolean urgent = next.isMoreUrgentThan(wish);
    wish = next;
    return urgent;
  }
}
