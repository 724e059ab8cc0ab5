package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;

/** How many seconds a pod is given to end by itself. Pure. */
public final class PodGrace {
  private static final long LEAST_SECONDS = 1;

  private PodGrace() {}

  /**
   * The grace of a pod that is ending: the smallest of what applied so far, what the API says and
   * what someone on this node demands; without any of them what the spec says. Zero or null means
   * that there is none so far; {@code pod} is null when only the runtime knows it. It only ever
   * shrinks.
   */
  public static long effective(@Nullable Long current, @Nullable Pod pod, @Nullable Long demanded) {
    long before = current == null ? 0 : current;
    Long ofDeletion = pod == null ? null : pod.getMetadata().getDeletionGracePeriodSeconds();
    Long ofSpec = pod == null ? null : pod.getSpec().getTerminationGracePeriodSeconds();
    long grace = smaller(smaller(before, ofDeletion), demanded);
    boolean stated = demanded != null || ofDeletion != null;
    if (!stated && grace == 0 && ofSpec != null) {
      grace = ofSpec;
    }
    return Math.max(grace, LEAST_SECONDS);
  }

  private static long smaller(long current, @Nullable Long other) {
    return other != null && (current == 0 || other < current) ? other : current;
  }
}
