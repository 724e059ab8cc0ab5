package dev.jubelet.pod.status;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.RestartRules;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts containers by how they are and reads the phase from the counts. Thread: lives within one
 * call of the builder.
 */
final class PhaseCount {
  private final StatusInput in;
  private int pendingInit;
  private int pendingSidecars;
  private int failedInitForGood;
  private int running;
  private int waiting;
  private int stopped;
  private int stoppedForGood;
  private int succeeded;

  private PhaseCount(StatusInput in) {
    this.in = in;
  }

  static PhaseCount of(StatusInput in, PodStatus status) {
    PhaseCount count = new PhaseCount(in);
    for (ContainerSpec spec : ContainerSpec.init(in.pod())) {
      count.addInit(spec, find(status.getInitContainerStatuses(), spec));
    }
    for (ContainerSpec spec : ContainerSpec.regular(in.pod())) {
      count.addRegular(spec, find(status.getContainerStatuses(), spec));
    }
    return count;
  }

  String phase() {
    if (failedInitForGood > 0) {
      return Phases.FAILED;
    }
    boolean initialising = pendingInit > 0 || (pendingSidecars > 0 && !wasInitialised());
    if (initialising || waiting > 0) {
      return Phases.PENDING;
    }
    if (running > 0) {
      return Phases.RUNNING;
    }
    return stopped > 0 ? whenAllStopped() : Phases.PENDING;
  }

  private String whenAllStopped() {
    boolean stoppedByUs = isStoppedByUs() && !StaticPods.isStatic(in.pod());
    if (!stoppedByUs && stopped != stoppedForGood) {
      return Phases.RUNNING;
    }
    return stopped == succeeded ? Phases.SUCCEEDED : Phases.FAILED;
  }

  private boolean isStoppedByUs() {
    return in.verdict() instanceof PodVerdict.Stopped
        || (in.verdict() instanceof PodVerdict.Failed failed && failed.unlessSucceeded());
  }

  private void addInit(ContainerSpec spec, ContainerStatus status) {
    if (spec.isSidecar()) {
      addSidecar(status);
      return;
    }
    ContainerStateTerminated ended = ended(status);
    if (ended == null) {
      pendingInit++;
    } else if (ended.getExitCode() != 0 && !runsAgain(spec, ended)) {
      failedInitForGood++;
    }
  }

  private void addSidecar(ContainerStatus status) {
    if (status.getState().getRunning() != null) {
      running++;
      pendingSidecars += Boolean.TRUE.equals(status.getStarted()) ? 0 : 1;
    } else if (ended(status) == null) {
      pendingSidecars++;
      waiting++;
    }
  }

  private void addRegular(ContainerSpec spec, ContainerStatus status) {
    if (status.getState().getRunning() != null) {
      running++;
      return;
    }
    ContainerStateTerminated ended = ended(status);
    if (ended == null) {
      waiting++;
      return;
    }
    stopped++;
    stoppedForGood += runsAgain(spec, ended) ? 0 : 1;
    succeeded +=
        ContainerStates.isTerminated(status.getState()) && ended.getExitCode() == 0 ? 1 : 0;
  }

  /** How a container that does not run ended: now, or before it began to wait. */
  private static @Nullable ContainerStateTerminated ended(ContainerStatus status) {
    if (status.getState().getTerminated() != null) {
      return status.getState().getTerminated();
    }
    return status.getState().getWaiting() == null || status.getLastState() == null
        ? null
        : status.getLastState().getTerminated();
  }

  private boolean runsAgain(ContainerSpec spec, ContainerStateTerminated ended) {
    return RestartingAll.REASON.equals(ended.getReason())
        || in.observed().current(spec.name()).filter(in.observed()::isReplaced).isPresent()
        || RestartRules.afterExit(in.pod(), spec, ended.getExitCode());
  }

  private static ContainerStatus find(List<ContainerStatus> statuses, ContainerSpec spec) {
    return StatusLookup.container(statuses, spec.name()).orElseThrow();
  }

  private boolean wasInitialised() {
    return ContainerSpec.regular(in.pod()).stream()
        .anyMatch(spec -> in.observed().active(spec.name()).isPresent());
  }
}
