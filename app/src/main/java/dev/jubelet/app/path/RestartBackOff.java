package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.pod.plan.CrashLoopBackOffs;
import java.time.Duration;

/** How long containers that keep ending wait, by what the operator set and the gates allow. */
final class RestartBackOff {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration REDUCED_FIRST = Duration.ofSeconds(1);
  private static final Duration REDUCED_LONGEST = Duration.ofMinutes(1);

  private RestartBackOff() {}

  /**
   * What a pod begins with. The field is unset only while its own gate is off; its default counts
   * as set, also where the waits are reduced.
   */
  static CrashLoopBackOffs of(KubeletConfig config) {
    boolean reduced = config.features().enabled("ReduceDefaultCrashLoopBackOffDecay");
    Duration longest =
        config
            .find(RuntimeFields.MAX_CONTAINER_RESTART_PERIOD)
            .orElse(reduced ? REDUCED_LONGEST : LONGEST);
    return CrashLoopBackOffs.none(reduced ? REDUCED_FIRST : FIRST, longest);
  }
}
