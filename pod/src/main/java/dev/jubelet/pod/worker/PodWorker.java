package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.trace.Span;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.worker.Mailbox.Desired;
import dev.jubelet.pod.worker.PodState.Transition;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The life of one pod on this node, step by step: each step reads the newest wish and lets the
 * pod's state do what it asks for.
 *
 * <p>Thread: wishes from any; steps on the pod's lane. Owns: the pod's state.
 */
final class PodWorker {
  private final PodContext pod;
  private final PodServices services;
  private final Lane lane;
  private final Consumer<PodWorker> finished;

  private volatile PodState state;
  private volatile boolean leftSomething;
  private volatile @Nullable Instant removedAt;
  private @Nullable Pod stepped;

  PodWorker(PodContext pod, Consumer<PodWorker> finished) {
    this.pod = pod;
    this.services = pod.services();
    this.finished = finished;
    this.state = new Syncing(pod);
    this.lane = new Lane("pod-" + pod.key(), this::step, services.timers());
  }

  PodUid uid() {
    return pod.uid();
  }

  PodKey key() {
    return pod.key();
  }

  WorkerState state() {
    return state.name();
  }

  Optional<ObservedPod> lastObserved() {
    return pod.reading().last();
  }

  PodWorkers.Working working() {
    return new PodWorkers.Working(
        state(), pod.mailbox().read().pod(), pod.reading().last().orElse(null));
  }

  /** Whether its source has let go of the pod; it may have asked for it again since. */
  boolean isRemoved() {
    return pod.mailbox().read().removed();
  }

  /** Since when the pod is on its way out because its source no longer wants it. */
  Optional<PodWorkers.Removal> removal() {
    Instant since = removedAt;
    Mailbox.Ending ending = pod.mailbox().read().ending();
    return since == null || ending == null
        ? Optional.empty()
        : Optional.of(new PodWorkers.Removal(since, ending.graceSeconds()));
  }

  /** The pod to run once this one is gone, if its source asked for it again meanwhile. */
  @Nullable Pod restart() {
    return pod.mailbox().read().restart();
  }

  /** Whether a worker that is over could not remove all of its pod. */
  boolean leftSomething() {
    return leftSomething;
  }

  void wake() {
    lane.wake();
  }

  void update(Pod wanted) {
    wake(pod.mailbox().update(wanted));
  }

  void remove(@Nullable Long graceSeconds) {
    boolean urgent = pod.mailbox().remove(graceSeconds);
    if (removedAt == null) {
      removedAt = services.timers().now();
    }
    wake(urgent);
  }

  boolean hurry() {
    boolean removed = isRemoved();
    if (removed) {
      wake(pod.mailbox().end(null, 0L));
    }
    return removed;
  }

  void kill(PodVerdict.Failed verdict, @Nullable Long graceSeconds, Consumer<KillOutcome> done) {
    boolean urgent = pod.mailbox().end(verdict, graceSeconds);
    Pod wanted = pod.mailbox().read().pod();
    long grace = graceSeconds != null ? graceSeconds : graceOfSpec(wanted);
    pod.kills().add(KillCalls.patience(grace), () -> warnOfDelay(wanted), done);
    wake(urgent);
  }

  private static long graceOfSpec(@Nullable Pod wanted) {
    Long ofSpec = wanted == null ? null : wanted.getSpec().getTerminationGracePeriodSeconds();
    return ofSpec == null ? 0 : ofSpec;
  }

  private void warnOfDelay(@Nullable Pod wanted) {
    if (wanted != null) {
      services
          .events()
          .warning(
              wanted,
              "ExceededGracePeriod",
              "Container runtime did not kill the pod within specified grace period.");
    }
  }

  /**
   * An urgent wish breaks off what the lane waits for: a pull or a start is not wanted any more, a
   * stop has to be faster. A container whose stop is broken off is stopped again in the next step.
   */
  private void wake(boolean urgent) {
    if (urgent && state() != WorkerState.TERMINATED) {
      lane.interruptAndWake();
    } else {
      lane.wake();
    }
  }

  void runtimeChanged(Instant at) {
    pod.mailbox().runtimeChanged(at);
    if (!pod.reading().shows(at)) {
      lane.wake();
    }
  }

  private Next step() {
    Desired desired = pod.mailbox().read();
    StepKind kind = StepKind.of(state(), stepped, desired.pod());
    long start = services.timers().nanoTime();
    Span pass = beginPass(kind);
    try (pass) {
      return step(desired, pass);
    } finally {
      stepped = desired.pod();
      services.listener().stepped(kind, Duration.ofNanos(services.timers().nanoTime() - start));
    }
  }

  /** Inside the pass, so that its span can say what the runtime failed. */
  private Next step(Desired desired, Span pass) {
    try {
      return switch (state.step(desired)) {
        case Transition.Stay(Next next) -> next;
        case Transition.Enter(PodState next) -> {
          state = next;
          pod.waits().over();
          yield Next.AGAIN;
        }
        case Transition.Finish(boolean left) -> {
          leftSomething = left;
          finished.accept(this);
          yield Next.DONE;
        }
      };
    } catch (CriException e) {
      pass.fail(e.text());
      return state.afterFailure(e);
    }
  }

  private Span beginPass(StepKind kind) {
    return services
        .timeline()
        .pass(
            switch (state()) {
              case SYNCING -> "syncPod";
              case TERMINATING -> "syncTerminatingPod";
              case TERMINATED -> "syncTerminatedPod";
            })
        .with("k8s.pod.uid", uid().value())
        .with("k8s.pod", key().toString())
        .with("k8s.pod.name", key().name())
        .with("k8s.namespace.name", key().namespace())
        .with("k8s.pod.update_type", kind.wireName());
  }
}
