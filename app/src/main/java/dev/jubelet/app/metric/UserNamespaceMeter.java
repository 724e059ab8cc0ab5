package dev.jubelet.app.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the starts of pods that have users of their own. The end of a start names no more than the
 * pod's UID; what kind of pod it was is told right afterwards.
 *
 * <p>Thread: any. Owns: the ends of starts whose pod is not known yet.
 */
final class UserNamespaceMeter {
  private final Map<String, Boolean> ends = new ConcurrentHashMap<>();
  private final Tally starts;
  private final Tally errors;

  UserNamespaceMeter(MetricRegistry registry) {
    starts =
        registry.add(
            Tally.counter(
                "kubelet_started_user_namespaced_pods_total",
                "[ALPHA] Starts of pods that have users of their own."));
    errors =
        registry.add(
            Tally.counter(
                "kubelet_started_user_namespaced_pods_errors_total",
                "[ALPHA] Starts of pods with users of their own that failed."));
  }

  void sandboxEnded(String uid, boolean well) {
    ends.put(uid, well);
  }

  void actuated(Pod pod) {
    Boolean well = ends.remove(PodUid.of(pod).value());
    if (well != null && Boolean.FALSE.equals(pod.getSpec().getHostUsers())) {
      starts.increment();
      if (!well) {
        errors.increment();
      }
    }
  }

  void gone(PodUid uid) {
    ends.remove(uid.value());
  }
}
