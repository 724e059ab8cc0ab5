package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;

/** The volumes of pods. All methods may block; one call at a time for a given pod. */
public interface VolumeLifecycle {

  /** Makes all volumes of the pod ready for its containers. */
  VolumeOutcome prepare(Pod pod);

  /**
   * Brings files that the agent writes into volumes up to date, which is cheap when they are.
   * Returns what went wrong.
   */
  List<String> refresh(Pod pod);

  /** Tears down the volumes of a pod that has stopped. Returns what is left and must be retried. */
  List<String> release(PodUid uid);

  /** Removes the pod's directory. Returns what is left and must be retried. */
  List<String> remove(PodUid uid);

  /** The pods that have a directory. */
  Set<PodUid> list();
}
