package dev.jubelet.pod.worker;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a step of a pod's lane was for. */
public enum StepKind {
  CREATE,
  UPDATE,
  SYNC,
  KILL,
  TERMINATED;

  /** The word that metrics use. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param before the pod of the step before; null when there was none
   */
  static StepKind of(WorkerState state, @Nullable Pod before, @Nullable Pod now) {
    return switch (state) {
      case SYNCING -> before == null ? CREATE : before.equals(now) ? SYNC : UPDATE;
      case TERMINATING -> KILL;
      case TERMINATED -> TERMINATED;
    };
  }
}
