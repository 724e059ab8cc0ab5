package dev.jubelet.app.path;

import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.worker.ProbeLifecycle;
import dev.jubelet.probe.Probes;
import io.fabric8.kubernetes.api.model.Pod;

/** The probes of pods for their workers. Thread: the lanes. */
record ProbeAdapter(Probes probes) implements ProbeLifecycle {
  @Override
  public void observe(Pod pod, ObservedPod observed) {
    probes.observe(pod, observed);
  }

  @Override
  public ProbeResults results(PodUid uid) {
    return probes.results(uid);
  }

  @Override
  public void stopLivenessAndStartup(PodUid uid) {
    probes.stopLivenessAndStartup(uid);
  }

  @Override
  public void forget(PodUid uid) {
    probes.forget(uid);
  }
}
