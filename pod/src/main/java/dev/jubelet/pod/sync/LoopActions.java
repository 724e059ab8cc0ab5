package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** What the sync loop can set in motion. None of it blocks. */
public interface LoopActions {

  /**
   * Whether the pod may run beside those that run already. {@code nodeWasRead} says that the Node
   * object was read for this pod, so that there is no use in reading it again.
   */
  Admission admit(Pod pod, boolean nodeWasRead);

  /** Reads the Node object again and tells when that is done. */
  void readNode(Runnable done);

  /** Runs a pod that was admitted, or tells of a change of one that runs. */
  void run(Pod pod);

  void reject(Pod pod, Admission.Rejected rejected);

  /**
   * Ends a pod that has to make room for another; tells when it has ended, or that this takes
   * longer than the other should wait.
   */
  void preempt(Pod victim, Runnable ended);

  /** A pod that is still wanted runs no longer: what it took is free for others. */
  void ended(PodUid uid);

  /** Nothing is left of a pod. */
  void gone(PodUid uid);

  /** Ends a pod that ran. */
  void remove(PodUid uid);

  /** Ends a pod that runs although nobody wants it. */
  void removeOrphan(PodUid uid, PodKey key);

  /**
   * Pods of which something is still on this machine's disk, running or not. Asked once, when all
   * sources have been read.
   */
  Map<PodUid, PodKey> leftovers();

  void runtimeChanged(RuntimeChange change);

  /** Lets a pod look again, because something that it uses has changed. */
  void wake(PodUid uid);

  /** Lets every pod look again, because something that many may wait for has changed. */
  void wakeAll();

  /** Drops what was reported of a pod. */
  void forget(PodUid uid);
}
