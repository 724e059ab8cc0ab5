package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.base.trace.Span;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.worker.Mailbox.Wish;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The life of one pod on this node, step by step. See {@link WorkerState} for the states; each step
 * reads the newest wish and does what the state asks for.
 *
 * <p>Thread: wishes from any; steps on the pod's lane. Owns: the pod's state and what the lane
 * remembers of it.
 */
final class PodWorker {
  private static final Logger log = LoggerFactory.getLogger(PodWorker.class);
  private static final Duration AFTER_FAILED_END = Duration.ofSeconds(1);

  private static final Duration FIRST_PURGE_WAIT = Duration.ofMillis(10);
  private static final int MOST_PURGES = 20;

  /** Ten milliseconds doubled so often are about ten seconds. */
  private static final int MOST_DOUBLINGS = 10;

  private static final int TRIES_WITHOUT_WORD = 8;

  private static final String REMAINS = "the removal of its remains";

  private final PodUid uid;
  private final PodKey key;
  private final PodStages stages;
  private final Timers timers;
  private final Timeline timeline;
  private final Mailbox mailbox;
  private final Lane lane;
  private final PodSync sync;
  private final KillCalls kills;
  private final Waits waits;
  private final BooleanSupplier nameIsFree;
  private final Consumer<PodWorker> finished;

  private volatile WorkerState state = WorkerState.SYNCING;
  private @Nullable Pod stepped;
  private boolean reportedStop;
  private boolean released;
  private int releases;
  private int purges;
  private volatile boolean leftSomething;
  private volatile @Nullable Instant removedAt;
  private int refusals;
  private boolean readingIsFresh;
  private @Nullable Boolean clearedAsEvicted;
  private Timeline.@Nullable Step waitingForName;

  /** What a worker is given by the collection that holds it. */
  record Setting(
      PodStages stages,
      Timers timers,
      Timeline timeline,
      Duration resync,
      BooleanSupplier nameIsFree,
      Consumer<PodWorker> finished) {}

  PodWorker(PodUid uid, PodKey key, Wish first, Setting setting) {
    this.uid = uid;
    this.key = key;
    this.stages = setting.stages();
    this.timers = setting.timers();
    this.timeline = setting.timeline();
    this.nameIsFree = setting.nameIsFree();
    this.finished = setting.finished();
    this.mailbox = new Mailbox(first);
    this.kills = new KillCalls(setting.timers());
    this.waits = new Waits(timeline, uid.value());
    this.sync = new PodSync(uid, key, stages, setting.timers(), timeline, setting.resync());
    this.lane = new Lane("pod-" + key, this::step, setting.timers());
  }

  PodUid uid() {
    return uid;
  }

  PodKey key() {
    return key;
  }

  WorkerState state() {
    return state;
  }

  Optional<ObservedPod> lastObserved() {
    return sync.lastObserved();
  }

  /** Whether its source has let go of the pod; it may have asked for it again since. */
  boolean isRemoved() {
    return mailbox.read().removed();
  }

  /** The pod to run once this one is gone, if its source asked for it again meanwhile. */
  @Nullable Pod restart() {
    return mailbox.read().restart();
  }

  void wake() {
    lane.wake();
  }

  void update(Pod pod) {
    wake(mailbox.update(pod));
  }

  void remove(@Nullable Long graceSeconds) {
    boolean urgent = mailbox.remove(graceSeconds);
    if (removedAt == null) {
      removedAt = timers.now();
    }
    wake(urgent);
  }

  /** Since when the pod is on its way out because its source no longer wants it. */
  Optional<PodWorkers.Removal> removal() {
    Instant since = removedAt;
    Mailbox.Ending ending = mailbox.read().ending();
    return since == null || ending == null
        ? Optional.empty()
        : Optional.of(new PodWorkers.Removal(since, ending.graceSeconds()));
  }

  boolean hurry() {
    boolean removed = mailbox.read().removed();
    if (removed) {
      wake(mailbox.end(null, 0L));
    }
    return removed;
  }

  void kill(PodVerdict.Failed verdict, @Nullable Long graceSeconds, Consumer<KillOutcome> done) {
    boolean urgent = mailbox.end(verdict, graceSeconds);
    Pod pod = mailbox.read().pod();
    long grace = graceSeconds != null ? graceSeconds : graceOfSpec(pod);
    kills.add(KillCalls.patience(grace), () -> warnOfDelay(pod), done);
    wake(urgent);
  }

  private static long graceOfSpec(@Nullable Pod pod) {
    Long ofSpec = pod == null ? null : pod.getSpec().getTerminationGracePeriodSeconds();
    return ofSpec == null ? 0 : ofSpec;
  }

  private void warnOfDelay(@Nullable Pod pod) {
    if (pod != null) {
      stages.warn(
          pod,
          "ExceededGracePeriod",
          "Container runtime did not kill the pod within specified grace period.");
    }
  }

  /**
   * An urgent wish breaks off what the lane waits for: a pull or a start is not wanted any more, a
   * stop has to be faster. A container whose stop is broken off is stopped again in the next step.
   */
  private void wake(boolean urgent) {
    if (urgent && state != WorkerState.TERMINATED) {
      lane.interruptAndWake();
    } else {
      lane.wake();
    }
  }

  void runtimeChanged(Instant at) {
    mailbox.runtimeChanged(at);
    if (!sync.hasReadAfter(at)) {
      lane.wake();
    }
  }

  private Next step() {
    Wish wish = mailbox.read();
    StepKind kind = StepKind.of(state, stepped, wish.pod());
    long start = timers.nanoTime();
    Span pass = beginPass(kind);
    try (pass) {
      return step(wish, pass);
    } finally {
      stepped = wish.pod();
      stages.stepped(kind, Duration.ofNanos(timers.nanoTime() - start));
    }
  }

  /** Inside the pass, so that its span can say what the runtime failed. */
  private Next step(Wish wish, Span pass) {
    try {
      return switch (state) {
        case SYNCING -> wish.ending() == null ? syncing(wish) : beginEnd(wish);
        case TERMINATING -> terminating(wish);
        case TERMINATED -> terminated(wish);
      };
    } catch (CriException e) {
      pass.fail(e.text());
      return afterRuntimeFailure(e);
    }
  }

  private Span beginPass(StepKind kind) {
    return timeline
        .pass(
            switch (state) {
              case SYNCING -> "syncPod";
              case TERMINATING -> "syncTerminatingPod";
              case TERMINATED -> "syncTerminatedPod";
            })
        .with("k8s.pod.uid", uid.value())
        .with("k8s.pod", key.toString())
        .with("k8s.pod.name", key.name())
        .with("k8s.namespace.name", key.namespace())
        .with("k8s.pod.update_type", kind.wireName());
  }

  PodWorkers.Working working() {
    return new PodWorkers.Working(state, mailbox.read().pod(), sync.lastObserved().orElse(null));
  }

  private Next enter(WorkerState next) {
    state = next;
    sync.endWaits();
    endNameWait();
    return Next.AGAIN;
  }

  /** A pod that had ended before this agent saw it needs no end but only the clearing up. */
  private Next beginEnd(Wish wish) {
    Pod pod = wish.pod();
    if (pod == null || !Phases.isOver(pod)) {
      return enter(WorkerState.TERMINATING);
    }
    sync.reread();
    ObservedPod observed = sync.observed();
    if (observed.anyContainerRunning() || observed.readySandbox().isPresent()) {
      return enter(WorkerState.TERMINATING);
    }
    readingIsFresh = true;
    return enter(WorkerState.TERMINATED);
  }

  private Next syncing(Wish wish) {
    Pod pod = Objects.requireNonNull(wish.pod(), "a stranger is never run");
    if (!nameIsFree.getAsBoolean()) {
      if (waitingForName == null) {
        waitingForName =
            timeline.await(
                uid.value(), "name", key.toString(), "the end of an older pod of the same name");
      }
      return Next.IDLE;
    }
    endNameWait();
    return switch (sync.step(pod, wish.changedAt())) {
      case PodSync.Result.Continue(Next next) -> next;
      case PodSync.Result.Ended ended -> end(null);
      case PodSync.Result.Failed(PodVerdict.Failed verdict) -> {
        stages.tell(pod, verdict.reason(), verdict.message());
        yield end(verdict);
      }
      case PodSync.Result.Refused(String reason, String message) -> {
        stages.warn(pod, reason, message);
        yield end(new PodVerdict.Failed(reason, "Pod was rejected: " + message, null));
      }
    };
  }

  private void endNameWait() {
    if (waitingForName != null) {
      waitingForName.end("");
      waitingForName = null;
    }
  }

  private Next end(PodVerdict.@Nullable Failed verdict) {
    mailbox.end(verdict, null);
    return enter(WorkerState.TERMINATING);
  }

  private Next terminating(Wish wish) {
    Timeline.Step step = timeline.begin(uid.value(), "terminate", "");
    try {
      sync.reread();
      sync.report(wish.pod(), state, verdict(wish, PodVerdict.UNDECIDED));
      stages.kill(
          wish.pod(), sync.observed(), Objects.requireNonNull(wish.ending()).graceSeconds());
      sync.reread();
      if (sync.observed().anyContainerRunning()) {
        step.end("a container still runs");
        return new Next.After(AFTER_FAILED_END);
      }
      step.end("");
      readingIsFresh = true;
      return enter(WorkerState.TERMINATED);
    } catch (CriException e) {
      step.end(e.text());
      Pod pod = wish.pod();
      if (pod != null && e.kind() != CriException.Kind.CANCELLED) {
        stages.warn(pod, "FailedKillPod", "error killing pod: " + e.text());
      }
      throw e;
    }
  }

  private Next terminated(Wish wish) {
    if (!released && !release(wish)) {
      readingIsFresh = false;
      return new Next.After(
          FIRST_PURGE_WAIT.multipliedBy(1L << Math.min(releases, MOST_DOUBLINGS)));
    }
    if (!wish.removed()) {
      clear(wish.pod());
      readingIsFresh = false;
      return Next.IDLE;
    }
    readFreshly();
    List<String> left = stages.purge(sync.observed(), wish.restart() != null);
    if (!left.isEmpty() && ++purges < MOST_PURGES) {
      waits.waitFor(REMAINS, String.join("; ", left));
      return new Next.After(FIRST_PURGE_WAIT.multipliedBy(1L << Math.min(purges, MOST_DOUBLINGS)));
    }
    if (!left.isEmpty()) {
      leftSomething = true;
      log.atWarn()
          .addKeyValue("pod", key)
          .addKeyValue("left", left)
          .log("Something of a pod stays; it is tried again in a while");
    }
    waits.overExcept(Set.of());
    timeline.mark(uid.value(), "gone", "");
    log.atInfo().addKeyValue("pod", key).addKeyValue("podUID", uid).log("Pod is gone");
    finished.accept(this);
    return Next.DONE;
  }

  private static boolean isRefusal(CriException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND, INVALID, EXHAUSTED, UNIMPLEMENTED, ALREADY_EXISTS, INTERNAL -> true;
      case UNAVAILABLE, TIMEOUT, CANCELLED -> false;
    };
  }

  /** Whether a worker that is over could not remove all of its pod. */
  boolean leftSomething() {
    return leftSomething;
  }

  private void readFreshly() {
    if (!readingIsFresh) {
      sync.reread();
    }
    readingIsFresh = false;
  }

  /** Once when the pod has ended, and once more when its source says that it was evicted. */
  private void clear(@Nullable Pod pod) {
    if (pod == null || Objects.equals(clearedAsEvicted, Phases.isEvicted(pod))) {
      return;
    }
    readFreshly();
    stages.clear(pod, sync.observed());
    clearedAsEvicted = Phases.isEvicted(pod);
  }

  /**
   * A pod is over when nothing of it is left here that another of its name could meet, or that a
   * storage system believes to be in use.
   */
  private boolean release(Wish wish) {
    if (!reportedStop) {
      sync.report(wish.pod(), state, verdict(wish, PodVerdict.STOPPED));
      kills.stopped();
      reportedStop = true;
    }
    List<String> held = stages.release(uid, releases > 0);
    if (!held.isEmpty()) {
      waits.waitFor(REMAINS, String.join("; ", held));
      warnOnce(held);
      return false;
    }
    waits.overExcept(Set.of());
    conclude(wish.pod());
    released = true;
    return true;
  }

  /** Some need a moment; then somebody should know. */
  private void warnOnce(List<String> held) {
    if (++releases == TRIES_WITHOUT_WORD) {
      log.atWarn()
          .addKeyValue("pod", key)
          .addKeyValue("podUID", uid)
          .addKeyValue("held", held)
          .log("A pod that has stopped cannot be over yet; it is tried again");
    }
  }

  private void conclude(@Nullable Pod pod) {
    if (pod != null) {
      stages.conclude(pod);
    }
  }

  private static PodVerdict verdict(Wish wish, PodVerdict otherwise) {
    PodVerdict.Failed verdict = wish.verdict();
    return verdict == null ? otherwise : verdict;
  }

  private Next afterRuntimeFailure(CriException e) {
    if (e.kind() == CriException.Kind.CANCELLED) {
      return Next.AGAIN;
    }
    if (state == WorkerState.TERMINATED && isRefusal(e.kind())) {
      return refused(e);
    }
    boolean away = e.kind() == CriException.Kind.UNAVAILABLE;
    if (away) {
      sync.awaitRuntime(e.text());
    }
    // Of a runtime that is away the connection tells, once for all pods.
    log.atLevel(away ? Level.DEBUG : Level.ERROR)
        .addKeyValue("pod", key)
        .addKeyValue("state", state)
        .addKeyValue("call", e.rpc())
        .addKeyValue("error", e.text())
        .log("The runtime failed a pod");
    return new Next.After(AFTER_FAILED_END);
  }

  /**
   * A runtime that is there and refuses, such as one that has lost sight of a container it was told
   * to start, may do so until somebody starts it again: it is asked less and less often, but always
   * again, since nobody else will find what is left.
   */
  private Next refused(CriException e) {
    refusals++;
    if (refusals >= TRIES_WITHOUT_WORD && Integer.bitCount(refusals) == 1) {
      log.atWarn()
          .addKeyValue("pod", key)
          .addKeyValue("call", e.rpc())
          .addKeyValue("error", e.text())
          .addKeyValue("tries", refusals)
          .log("The runtime refuses to remove a pod that has ended; it is tried again");
    }
    return new Next.After(FIRST_PURGE_WAIT.multipliedBy(1L << Math.min(refusals, MOST_DOUBLINGS)));
  }
}
