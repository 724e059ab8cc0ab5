package dev.jubelet.probe;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;

/**
 * Told of every probe, so that it can be counted and timed.
 *
 * <p>Thread: the lanes of the probes and of the pods; must neither block nor throw.
 */
public interface ProbeListener {
  /** Nobody listens. */
  ProbeListener UNHEARD =
      new ProbeListener() {
        @Override
        public void probed(
            Pod pod, String container, ProbeKind kind, Verdict verdict, Duration took) {}

        @Override
        public void forgotten(PodUid uid) {}
      };

  void probed(Pod pod, String container, ProbeKind kind, Verdict verdict, Duration took);

  /** No more probes of this pod. */
  void forgotten(PodUid uid);
}
