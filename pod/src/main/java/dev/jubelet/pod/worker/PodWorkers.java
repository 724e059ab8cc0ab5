package dev.jubelet.pod.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.worker.Mailbox.Desired;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All workers by pod UID, in the order of their arrival. Two pods of one name run one after the
 * other: a later one waits until the earlier is gone.
 *
 * <p>Thread: any. Owns: the workers.
 */
public final class PodWorkers {
  /** How a pod that nobody asked for is ended. */
  private static final long ORPHAN_GRACE_SECONDS = 1;

  /** So long after it was given up to remove what a pod has left, that is tried again. */
  static final Duration LATER = Duration.ofMinutes(5);

  /**
   * One worker.
   *
   * @param wanted null for a pod that only the runtime knows
   * @param observed null before the first reading
   */
  public record Working(WorkerState state, @Nullable Pod wanted, @Nullable ObservedPod observed) {}

  /** A pod that its source no longer wants: since when, and how long it may take to end. */
  public record Removal(Instant since, long graceSeconds) {}

  private final PodServices services;
  private final Timers timers;
  private final Consumer<PodUid> ended;
  private final Consumer<PodUid> gone;

  @GuardedBy("this")
  private final Map<PodUid, PodWorker> workers = new LinkedHashMap<>();

  /** How many workers are taking their leave. */
  @GuardedBy("this")
  private int ending;

  /**
   * Takes what all workers share, and whom to tell of a pod that has stopped, or of which nothing
   * is left; neither may block.
   */
  public PodWorkers(PodServices services, Consumer<PodUid> ended, Consumer<PodUid> gone) {
    this.services = services;
    this.timers = services.timers();
    this.ended = ended;
    this.gone = gone;
  }

  /** Runs this pod, or gives its worker the newer spec. */
  public synchronized void run(Pod pod) {
    PodUid uid = PodUid.of(pod);
    PodWorker worker = workers.get(uid);
    if (worker == null) {
      add(uid, PodKey.of(pod), Desired.of(pod)).wake();
    } else {
      worker.update(pod);
    }
  }

  /** Ends a pod and removes all that is left of it. */
  public synchronized void remove(PodUid uid) {
    PodWorker worker = workers.get(uid);
    if (worker != null) {
      worker.remove(null);
    }
  }

  /**
   * Gives a pod that its source took away no more time to end by itself. Returns false for a pod
   * that is not here or still wanted.
   */
  public synchronized boolean hurry(PodUid uid) {
    PodWorker worker = workers.get(uid);
    return worker != null && worker.hurry();
  }

  /**
   * Ends a pod that its source still wants, because the node cannot have it: its status says why,
   * and it is not started again. {@code graceSeconds} is null when the pod's own grace applies; it
   * never prolongs the end of a pod that is already ending. {@code done} is told once when no
   * container runs any more, at once for a pod that is not here, or that it takes too long; it may
   * not block.
   */
  public void kill(
      PodUid uid,
      PodVerdict.Failed verdict,
      @Nullable Long graceSeconds,
      Consumer<KillOutcome> done) {
    PodWorker worker;
    synchronized (this) {
      worker = workers.get(uid);
    }
    if (worker == null) {
      done.accept(KillOutcome.STOPPED);
    } else {
      worker.kill(verdict, graceSeconds, done);
    }
  }

  /** Ends a pod that only the runtime knows. */
  public synchronized void removeOrphan(PodUid uid, PodKey key) {
    if (!workers.containsKey(uid)) {
      add(uid, key, Desired.ofOrphan(ORPHAN_GRACE_SECONDS)).wake();
    }
  }

  public synchronized void runtimeChanged(RuntimeChange change) {
    PodWorker worker = workers.get(change.uid());
    if (worker != null) {
      worker.runtimeChanged(change.at());
    }
  }

  /** Lets a pod look again, because something about it was found out. */
  public synchronized void wake(PodUid uid) {
    PodWorker worker = workers.get(uid);
    if (worker != null) {
      worker.wake();
    }
  }

  /** Lets every pod look again, because something that many may wait for has changed. */
  public synchronized void wakeAll() {
    workers.values().forEach(PodWorker::wake);
  }

  /** Whether this pod is being removed: a pod of this UID that is to run begins a new life. */
  public synchronized boolean isRemoving(PodUid uid) {
    PodWorker worker = workers.get(uid);
    return worker != null && worker.isRemoved();
  }

  public synchronized Optional<WorkerState> state(PodUid uid) {
    return Optional.ofNullable(workers.get(uid)).map(PodWorker::state);
  }

  /** What the runtime had of the pod when its lane last looked. */
  public synchronized Optional<ObservedPod> observed(PodUid uid) {
    return Optional.ofNullable(workers.get(uid)).flatMap(PodWorker::lastObserved);
  }

  /** Empty for a pod that is to stay. */
  public synchronized Optional<Removal> removal(PodUid uid) {
    return Optional.ofNullable(workers.get(uid)).flatMap(PodWorker::removal);
  }

  /** The pod's worker as it stands now. */
  public synchronized Optional<Working> find(PodUid uid) {
    return Optional.ofNullable(workers.get(uid)).map(PodWorker::working);
  }

  /** Every worker as it stands now. */
  public synchronized List<Working> all() {
    return workers.values().stream().map(PodWorker::working).toList();
  }

  @GuardedBy("this")
  private PodWorker add(PodUid uid, PodKey key, Desired first) {
    Waits waits = new Waits(services.timeline(), uid.value());
    PodContext pod =
        new PodContext(
            uid,
            key,
            services,
            new Mailbox(first),
            new KillCalls(timers),
            waits,
            new PodReading(uid, key, services, waits),
            new PodReporter(services),
            () -> nameIsFree(uid, key),
            ended);
    PodWorker worker = new PodWorker(pod, this::finished);
    workers.put(uid, worker);
    return worker;
  }

  private synchronized boolean nameIsFree(PodUid uid, PodKey key) {
    for (PodWorker worker : workers.values()) {
      if (worker.uid().equals(uid)) {
        return true;
      }
      if (worker.key().equals(key)) {
        return false;
      }
    }
    return true;
  }

  private void finished(PodWorker worker) {
    List<PodWorker> successors = new ArrayList<>();
    @Nullable Pod again;
    synchronized (this) {
      workers.remove(worker.uid());
      ending++;
      again = worker.restart();
      if (again != null) {
        successors.add(add(worker.uid(), worker.key(), Desired.of(again)));
      }
      for (PodWorker other : workers.values()) {
        if (other.key().equals(worker.key())) {
          successors.add(other);
        }
      }
    }
    if (again == null) {
      gone.accept(worker.uid());
      if (worker.leftSomething()) {
        // Under a name of its own, so that no pod has to wait for it.
        PodKey nobody = new PodKey("unknown", worker.uid().value());
        timers.after(LATER, () -> removeOrphan(worker.uid(), nobody));
      }
    }
    successors.forEach(PodWorker::wake);
    synchronized (this) {
      ending--;
      notifyAll();
    }
  }

  /** Waits until nothing of any pod is left to do. Returns whether it came to that. */
  public synchronized boolean awaitNone(Duration atMost) throws InterruptedException {
    long end = timers.nanoTime() + atMost.toNanos();
    while (!workers.isEmpty() || ending > 0) {
      long millis = Duration.ofNanos(end - timers.nanoTime()).toMillis();
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }
}
