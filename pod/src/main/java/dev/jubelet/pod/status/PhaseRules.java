package dev.jubelet.pod.status;

import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.PodStatus;
import org.jspecify.annotations.Nullable;

/**
 * Phase, reason and message. A terminal phase is for good, the one the API server shows above all;
 * reason and message stay as long as the phase does. Pure.
 */
final class PhaseRules {

  private PhaseRules() {}

  static void apply(StatusInput in, PodStatus status) {
    String computed = PhaseCount.of(in, status).phase();
    status.setPhase(kept(in, computed));
    if (status.getPhase().equals(in.old().getPhase())) {
      status.setReason(firstText(in.old().getReason(), in.inApi().getReason()));
      status.setMessage(firstText(in.old().getMessage(), in.inApi().getMessage()));
    }
    if (in.verdict() instanceof PodVerdict.Failed failed && !hadSucceeded(in)) {
      fail(failed, computed, status);
    }
    if (Phases.isTerminal(in.inApi().getPhase())) {
      status.setPhase(in.inApi().getPhase());
    }
  }

  /** What is ended for others' sake has not failed when all of it ends well. */
  private static void fail(PodVerdict.Failed failed, String computed, PodStatus status) {
    if (failed.unlessSucceeded() && computed.equals(Phases.SUCCEEDED)) {
      status.setPhase(Phases.SUCCEEDED);
      status.setReason(null);
      status.setMessage(null);
    } else {
      status.setPhase(Phases.FAILED);
      status.setReason(failed.reason());
      status.setMessage(failed.message());
    }
  }

  private static boolean hadSucceeded(StatusInput in) {
    return Phases.SUCCEEDED.equals(in.old().getPhase())
        || Phases.SUCCEEDED.equals(in.inApi().getPhase());
  }

  private static String kept(StatusInput in, String computed) {
    if (Phases.isTerminal(in.old().getPhase())) {
      return in.old().getPhase();
    }
    if (Phases.isTerminal(computed)) {
      return computed;
    }
    return Phases.isTerminal(in.inApi().getPhase()) ? in.inApi().getPhase() : computed;
  }

  private static @Nullable String firstText(@Nullable String first, @Nullable String second) {
    return first == null || first.isEmpty() ? second : first;
  }
}
