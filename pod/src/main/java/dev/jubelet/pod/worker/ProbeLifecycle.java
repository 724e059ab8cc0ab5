package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.ProbeResults;
import io.fabric8.kubernetes.api.model.Pod;

/** The probes of pods. No method blocks. */
public interface ProbeLifecycle {

  /** Makes the probes follow the containers that were just read; cheap when nothing changed. */
  void observe(Pod pod, ObservedPod observed);

  ProbeResults results(PodUid uid);

  /** The pod is ending: nobody restarts its containers any more, but readiness still counts. */
  void stopLivenessAndStartup(PodUid uid);

  void forget(PodUid uid);
}
