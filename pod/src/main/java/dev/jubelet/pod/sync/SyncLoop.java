package dev.jubelet.pod.sync;

import dev.jubelet.base.Faults;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.PodChange;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.spec.ObjectReferences;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins what is wanted with what runs: one inbox, one event at a time.
 *
 * <p>Thread: {@code sync-loop}; tests call {@link #step} instead. Owns: the wanted pods, which of
 * them were admitted, and which pods the runtime has.
 */
public final class SyncLoop {
  private static final Logger log = LoggerFactory.getLogger(SyncLoop.class);
  private static final Duration HEARTBEAT = Duration.ofSeconds(30);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private final LoopInbox inbox;
  private final LoopActions actions;
  private final Timers timers;
  private final Timeline timeline;
  private final Faults faults;
  private final boolean endsOrphans;
  private final WantedPods wanted = new WantedPods();
  private final Set<PodUid> admitted = new HashSet<>();
  private final RuntimePods runtimePods = new RuntimePods();
  private final AdmissionQueue room = new AdmissionQueue();

  private volatile boolean sourcesSeen;
  private volatile Instant lastTurn;
  private volatile @Nullable Thread thread;

  /** With {@code endsOrphans} false, pods of the runtime that nobody wants are left alone. */
  public SyncLoop(
      LoopInbox inbox,
      LoopActions actions,
      Timers timers,
      Timeline timeline,
      Faults faults,
      boolean endsOrphans) {
    this.inbox = inbox;
    this.actions = actions;
    this.timers = timers;
    this.timeline = timeline;
    this.faults = faults;
    this.endsOrphans = endsOrphans;
    this.lastTurn = timers.now();
  }

  public WantedPods wanted() {
    return wanted;
  }

  /** Whether {@link #wanted} is all: each source has told its whole set. */
  public boolean allSourcesSeen() {
    return sourcesSeen;
  }

  /** When the loop last turned; an old time means that it hangs. */
  public Instant lastTurn() {
    return lastTurn;
  }

  public void start() {
    Thread loop = Thread.ofPlatform().name("sync-loop").unstarted(this::turn);
    thread = loop;
    loop.start();
  }

  public void stop() {
    Thread loop = thread;
    if (loop != null) {
      loop.interrupt();
      try {
        loop.join(STOP_PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void turn() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        LoopEvent event = inbox.take(HEARTBEAT);
        if (event != null) {
          step(event);
        }
        lastTurn = timers.now();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        faults.fault("sync loop", e);
      }
    }
  }

  /** Handles one event. */
  public void step(LoopEvent event) {
    switch (event) {
      case LoopEvent.PodsChanged(List<PodChange> changes, boolean allSourcesSeen) -> {
        changes.forEach(this::wantedChanged);
        if (allSourcesSeen && !sourcesSeen) {
          sourcesSeen = true;
          log.info("All pod sources have been read");
          clearLeftovers();
        }
        endOrphans();
      }
      case LoopEvent.RuntimeChanged(List<RuntimeChange> changes) -> {
        for (RuntimeChange change : changes) {
          runtimePods.changed(change);
          actions.runtimeChanged(change);
        }
        endOrphans();
      }
      case LoopEvent.ObjectsChanged(Set<ObjectKey> keys) -> wakeUsersOf(keys);
      case LoopEvent.PodEnded(PodUid uid) -> {
        actions.ended(uid);
        ended(uid);
      }
      case LoopEvent.NodeRead(PodUid uid) -> {
        if (room.isAwaited(uid)) {
          wanted.find(uid).ifPresent(pod -> decide(pod, true));
        }
      }
      case LoopEvent.PodWoken(PodUid uid) -> actions.wake(uid);
      case LoopEvent.AllPodsWoken _ -> actions.wakeAll();
      case LoopEvent.PodGone(PodUid uid) -> {
        actions.gone(uid);
        runtimePods.gone(uid, timers.now());
        ended(uid);
        if (wanted.find(uid).isEmpty()) {
          actions.forget(uid);
        }
      }
    }
  }

  private void wakeUsersOf(Set<ObjectKey> keys) {
    for (Pod pod : wanted.all()) {
      boolean runs = admitted.contains(PodUid.of(pod));
      if (runs && !Collections.disjoint(ObjectReferences.of(pod), keys)) {
        actions.wake(PodUid.of(pod));
      }
    }
  }

  private void wantedChanged(PodChange change) {
    Pod pod = change.pod();
    switch (change) {
      case PodChange.Added added -> add(pod, added);
      case PodChange.Updated updated -> update(pod);
      case PodChange.Deleted deleted -> update(pod);
      case PodChange.Removed removed -> remove(pod);
      case PodChange.Reconciled reconciled -> reconcile(pod);
    }
  }

  private void add(Pod pod, PodChange.Added change) {
    PodUid uid = PodUid.of(pod);
    timeline.mark(uid.value(), "seen", PodKey.of(pod) + " from " + change.source().wireName());
    wanted.put(pod);
    decide(pod, false);
  }

  private void decide(Pod pod, boolean nodeWasRead) {
    switch (isOnItsWayOut(pod) ? Admission.ADMITTED : actions.admit(pod, nodeWasRead)) {
      case Admission.Admitted yes -> run(pod);
      case Admission.AfterPreemption(List<Pod> victims, _) -> {
        room.awaitEndOf(PodUid.of(pod), victims);
        timeline.mark(PodUid.of(pod).value(), "waits for room", "the end of " + names(victims));
        victims.forEach(this::preempt);
      }
      case Admission.AfterNodeRead(Admission.Rejected otherwise) -> awaitNode(pod, otherwise);
      case Admission.Rejected rejected -> reject(pod, rejected);
    }
  }

  private void awaitNode(Pod pod, Admission.Rejected otherwise) {
    PodUid uid = PodUid.of(pod);
    room.awaitNode(uid);
    timeline.mark(
        uid.value(), "waits for the node", otherwise.reason() + ": " + otherwise.message());
    actions.readNode(() -> inbox.post(new LoopEvent.NodeRead(uid)));
  }

  private void preempt(Pod victim) {
    PodUid uid = PodUid.of(victim);
    actions.preempt(victim, () -> inbox.post(new LoopEvent.PodEnded(uid)));
  }

  private static String names(List<Pod> pods) {
    return pods.stream().map(pod -> PodKey.of(pod).toString()).collect(Collectors.joining(", "));
  }

  private void run(Pod pod) {
    PodUid uid = PodUid.of(pod);
    timeline.mark(uid.value(), "admitted", "");
    if (room.wasRefused(uid)) {
      actions.forget(uid);
    }
    room.leave(uid);
    admitted.add(uid);
    actions.run(pod);
  }

  /** A static pod may try again: nobody else would start another one in its place. */
  private void reject(Pod pod, Admission.Rejected rejected) {
    PodUid uid = PodUid.of(pod);
    if (Criticality.isStatic(pod) && !room.refused(uid, rejected)) {
      return;
    }
    timeline.begin(uid.value(), "admission", "").end(rejected.reason() + ": " + rejected.message());
    actions.reject(pod, rejected);
  }

  /** There may be room now for those that found none. */
  private void ended(PodUid uid) {
    for (PodUid waiting : room.ended(uid)) {
      wanted.find(waiting).ifPresent(pod -> decide(pod, false));
    }
  }

  private boolean mayRun(PodUid uid) {
    return admitted.contains(uid) || room.isAwaited(uid);
  }

  private void update(Pod pod) {
    wanted.put(pod);
    if (admitted.contains(PodUid.of(pod))) {
      actions.run(pod);
    }
  }

  /** Such a pod is not asked whether it may run: it is to be ended, or only cleared up. */
  private static boolean isOnItsWayOut(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null || Phases.isOver(pod);
  }

  /**
   * Of what others write into a pod's status, only this concerns its lane: its readiness gates, and
   * that somebody has declared it over.
   */
  private void reconcile(Pod pod) {
    Optional<Pod> before = wanted.find(PodUid.of(pod));
    wanted.put(pod);
    boolean concernsLane =
        before
            .filter(
                old ->
                    !ReadinessGates.of(old).equals(ReadinessGates.of(pod))
                        || Phases.isOver(old) != Phases.isOver(pod))
            .isPresent();
    if (concernsLane && admitted.contains(PodUid.of(pod))) {
      actions.run(pod);
    }
  }

  private void remove(Pod pod) {
    PodUid uid = PodUid.of(pod);
    timeline.mark(uid.value(), "removed from source", "");
    wanted.remove(uid);
    room.leave(uid);
    if (admitted.remove(uid)) {
      actions.remove(uid);
    } else {
      actions.forget(uid);
    }
  }

  /** An agent that was killed while it cleaned up after a pod left the rest to this one. */
  private void clearLeftovers() {
    if (endsOrphans) {
      actions
          .leftovers()
          .forEach(
              (uid, key) -> {
                if (!mayRun(uid)) {
                  actions.removeOrphan(uid, key);
                }
              });
    }
  }

  /** Only once every source has been read: a pod that is not known yet is not an orphan. */
  private void endOrphans() {
    if (!endsOrphans || !sourcesSeen) {
      return;
    }
    for (RuntimePods.Seen orphan : runtimePods.unwanted(this::mayRun)) {
      actions.removeOrphan(orphan.uid(), orphan.key());
    }
  }
}
