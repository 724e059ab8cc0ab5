package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;

/** Counts what the sync loop decides. Called on its thread; must not block. */
public interface LoopListener {

  default void rejected(Pod pod, Admission.Rejected rejected) {}

  /**
   * Pods are ended to make room for one that matters more.
   *
   * @param shortOf the resource that it lacks
   */
  default void preempted(int victims, String shortOf) {}

  /** Something of a pod that nobody wants is on this machine. */
  default void orphanFound(PodUid uid) {}
}
