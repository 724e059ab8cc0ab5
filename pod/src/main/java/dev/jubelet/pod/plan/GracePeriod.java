package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How many seconds a container is given to end by itself. Pure. */
public final class GracePeriod {
  private static final long MIN_STOP_SECONDS = 2;

  private GracePeriod() {}

  /** The grace of a single container, before hooks and turns have used some of it. */
  public static long ofKill(Pod pod, ContainerSpec spec, KillReason reason) {
    Long ofDeletion = pod.getMetadata().getDeletionGracePeriodSeconds();
    if (ofDeletion != null) {
      return ofDeletion;
    }
    Long ofProbe = ofProbe(pod, spec, reason);
    if (ofProbe != null) {
      return ofProbe;
    }
    Long ofSpec = pod.getSpec().getTerminationGracePeriodSeconds();
    return ofSpec == null ? MIN_STOP_SECONDS : ofSpec;
  }

  /** The failed probe's own grace; null when the pod's applies. */
  static @Nullable Long ofProbe(Pod pod, ContainerSpec spec, KillReason reason) {
    Probe probe =
        switch (reason) {
          case LIVENESS_FAILED -> spec.container().getLivenessProbe();
          case STARTUP_FAILED -> spec.container().getStartupProbe();
          case SPEC_CHANGED,
              UNKNOWN_STATE,
              DUPLICATE,
              RESTART_ALL_CONTAINERS,
              POST_START_FAILED,
              POD_ENDS ->
              null;
        };
    boolean overruled =
        pod.getMetadata().getDeletionGracePeriodSeconds() != null
            || pod.getSpec().getTerminationGracePeriodSeconds() == null;
    return probe == null || overruled ? null : probe.getTerminationGracePeriodSeconds();
  }

  /** What to give the runtime after a hook or the wait for its turn used some of the grace. */
  public static long left(long graceSeconds, Duration used) {
    return Math.max(graceSeconds - used.toSeconds(), MIN_STOP_SECONDS);
  }
}
