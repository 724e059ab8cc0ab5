package dev.jubelet.pod.worker;

import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Reports the status of one pod.
 *
 * <p>Thread: the pod's lane. Owns: why each container could not start, and whether the pod was
 * ready.
 */
final class PodReporter {
  private final PodServices services;
  private final Map<String, StartError> startErrors = new HashMap<>();
  private boolean wasReady;

  PodReporter(PodServices services) {
    this.services = services;
  }

  void failed(Map<String, StartError> errors) {
    startErrors.putAll(errors);
  }

  void started(Collection<String> containers) {
    startErrors.keySet().removeAll(containers);
  }

  /** The status of a pod of which something may run. */
  PodStatus report(Pod pod, ObservedPod observed, PodVerdict verdict) {
    services.probes().observe(pod, observed);
    return reportStopped(pod, observed, verdict);
  }

  /** The status of a pod of which nothing runs any more; its probes have ended. */
  PodStatus reportStopped(Pod pod, ObservedPod observed, PodVerdict verdict) {
    PodStatus status = services.statuses().report(pod, observed, Map.copyOf(startErrors), verdict);
    noteReadiness(PodUid.of(pod), status);
    return status;
  }

  private void noteReadiness(PodUid uid, PodStatus status) {
    boolean ready =
        status.getConditions().stream()
            .filter(condition -> "Ready".equals(condition.getType()))
            .map(PodCondition::getStatus)
            .anyMatch("True"::equals);
    if (ready != wasReady) {
      Timeline timeline = services.timeline();
      timeline.mark(uid.value(), ready ? "ready" : "not ready", "");
      wasReady = ready;
    }
  }
}
