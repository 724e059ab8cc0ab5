package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.worker.Mailbox.Desired;

/**
 * A state in the life of a pod, with what is remembered only there. Thread: the pod's lane.
 *
 * <pre>
 *   Syncing ──removed, deleted, failed or all containers ended for good──► Terminating
 *   Syncing ──it was over, and stopped, before this agent saw it──► Terminated
 *   Terminating ──no container runs any more──► Terminated
 *   Terminated ──its source no longer wants it, remains are removed──► (no worker)
 * </pre>
 */
sealed interface PodState permits Syncing, Terminating, Terminated {

  /** What comes of a step. */
  sealed interface Transition {
    /** The state stays; the next step comes when this says. */
    record Stay(Next next) implements Transition {}

    /** Another state, whose first step comes at once. */
    record Enter(PodState state) implements Transition {}

    /** Nothing is to be done for the pod any more; {@code left} says that something stays of it. */
    record Finish(boolean left) implements Transition {}
  }

  /** Does what the state asks for. Throws CriException when the runtime fails. */
  Transition step(Desired desired);

  /** When to step again after the runtime has failed one. */
  Next afterFailure(CriException e);

  WorkerState name();
}
