package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.worker.Mailbox.Desired;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * No container of the pod runs any more. What it holds is released; then it keeps its last
 * containers and logs until its source no longer wants it, and is purged.
 *
 * <p>Thread: the pod's lane. Owns: how far that is.
 */
final class Terminated implements PodState {
  private static final Logger log = LoggerFactory.getLogger(Terminated.class);

  /** After so many tries the rest is left to a later attempt, and holds nobody up. */
  private static final int MOST_PURGES = 20;

  /** Some need a moment; only then somebody should know. */
  private static final int FAILURES_BEFORE_WARNING = 8;

  private final PodContext pod;
  private final Retries releases = new Retries(RetryPolicy.REMOVAL);
  private final Retries purges = new Retries(RetryPolicy.REMOVAL);
  private final Retries refusals = new Retries(RetryPolicy.REMOVAL);
  private boolean reportedStop;
  private boolean released;
  private @Nullable Boolean clearedAsEvicted;

  /** Whether the last reading was made after the pod stopped and nothing was done since. */
  private boolean readingIsFresh = true;

  Terminated(PodContext pod) {
    this.pod = pod;
  }

  @Override
  public WorkerState name() {
    return WorkerState.TERMINATED;
  }

  @Override
  public Transition step(Desired desired) {
    if (!released && !release(desired)) {
      readingIsFresh = false;
      return retryAfter(releases);
    }
    if (!desired.removed()) {
      clear(desired.pod());
      readingIsFresh = false;
      return new Transition.Stay(Next.IDLE);
    }
    return purge(desired.restart() != null);
  }

  private static Transition retryAfter(Retries failed) {
    return new Transition.Stay(new Next.After(failed.failed()));
  }

  /**
   * A pod is over when nothing of it is left here that another of its name could meet, or that a
   * storage system believes to be in use.
   */
  private boolean release(Desired desired) {
    if (!reportedStop) {
      reportStop(desired);
      pod.kills().stopped();
      reportedStop = true;
    }
    List<String> left = pod.services().teardown().release(pod.uid(), releases.failures() > 0);
    pod.ended().accept(pod.uid());
    if (!left.isEmpty()) {
      pod.waits().waitFor(Waits.REMAINS, String.join("; ", left));
      warnOfRelease(left);
      return false;
    }
    pod.waits().over();
    if (desired.pod() != null) {
      pod.services().statuses().conclude(desired.pod());
    }
    released = true;
    return true;
  }

  private void reportStop(Desired desired) {
    if (desired.pod() != null) {
      pod.reporter()
          .reportStopped(
              desired.pod(), pod.reading().observed(), desired.verdictOr(PodVerdict.STOPPED));
    }
  }

  private void warnOfRelease(List<String> left) {
    if (releases.failures() + 1 == FAILURES_BEFORE_WARNING) {
      log.atWarn()
          .addKeyValue("pod", pod.key())
          .addKeyValue("podUID", pod.uid())
          .addKeyValue("left", left)
          .log("Failed to release all resources of a stopped pod; retrying");
    }
  }

  /** Once when the pod has ended, and once more when its source says that it was evicted. */
  private void clear(@Nullable Pod wanted) {
    if (wanted == null || Objects.equals(clearedAsEvicted, Phases.isEvicted(wanted))) {
      return;
    }
    readFreshly();
    pod.services().teardown().clear(wanted, pod.reading().observed());
    clearedAsEvicted = Phases.isEvicted(wanted);
  }

  private void readFreshly() {
    if (!readingIsFresh) {
      pod.reading().readAgain();
    }
    readingIsFresh = false;
  }

  /** The logs of a pod that is to run again stay, for they count its starts. */
  private Transition purge(boolean runsAgain) {
    readFreshly();
    List<String> left = pod.services().teardown().purge(pod.reading().observed(), runsAgain);
    if (runsAgain) {
      pod.services().statuses().beginAnew(pod.uid());
    }
    if (!left.isEmpty() && purges.failures() + 1 < MOST_PURGES) {
      pod.waits().waitFor(Waits.REMAINS, String.join("; ", left));
      return retryAfter(purges);
    }
    pod.waits().over();
    if (!left.isEmpty()) {
      log.atWarn()
          .addKeyValue("pod", pod.key())
          .addKeyValue("after", PodWorkers.LATER)
          .addKeyValue("left", left)
          .log("Failed to remove all resources of the pod; retrying later");
    }
    pod.services().timeline().mark(pod.uid().value(), "gone", "");
    log.atInfo().addKeyValue("pod", pod.key()).addKeyValue("podUID", pod.uid()).log("Pod removed");
    return new Transition.Finish(!left.isEmpty());
  }

  @Override
  public Next afterFailure(CriException e) {
    return isRefusal(e.kind()) ? refused(e) : RuntimeFailures.retry(pod, name(), e);
  }

  private static boolean isRefusal(CriException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND, INVALID, EXHAUSTED, UNIMPLEMENTED, ALREADY_EXISTS, INTERNAL -> true;
      case UNAVAILABLE, TIMEOUT, CANCELLED -> false;
    };
  }

  /**
   * A runtime that is there and refuses, such as one that has lost sight of a container it was told
   * to start, may do so until somebody starts it again: it is asked less and less often, but always
   * again, since nobody else will find what is left.
   */
  private Next refused(CriException e) {
    Next next = new Next.After(refusals.failed());
    int failures = refusals.failures();
    if (failures >= FAILURES_BEFORE_WARNING && Integer.bitCount(failures) == 1) {
      log.atWarn()
          .addKeyValue("pod", pod.key())
          .addKeyValue("call", e.rpc())
          .addKeyValue("error", e.text())
          .addKeyValue("failures", failures)
          .log("Runtime refused to remove the terminated pod; retrying");
    }
    return next;
  }
}
