package dev.jubelet.pod.worker;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.FinalStatus;
import dev.jubelet.pod.status.StatusBuilder;
import dev.jubelet.pod.status.StatusInput;
import dev.jubelet.pod.status.StatusNode;
import dev.jubelet.pod.status.StatusStore;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Builds the statuses of pods and puts them into the store.
 *
 * <p>Thread: the lanes.
 */
public final class StatusReports {
  private final StatusStore store;
  private final ProbeLifecycle probes;
  private final Supplier<StatusNode> node;
  private final WorkerListener listener;
  private final Timers timers;
  private final StatusBuilder builder = new StatusBuilder();

  public StatusReports(
      StatusStore store,
      ProbeLifecycle probes,
      Supplier<StatusNode> node,
      WorkerListener listener,
      Timers timers) {
    this.store = store;
    this.probes = probes;
    this.node = node;
    this.listener = listener;
    this.timers = timers;
  }

  PodStatus report(
      Pod pod, ObservedPod observed, Map<String, StartError> startErrors, PodVerdict verdict) {
    PodUid uid = PodUid.of(pod);
    PodStatus status =
        builder.build(
            new StatusInput(
                pod,
                observed,
                startErrors,
                probes.results(uid),
                store.find(uid).orElse(null),
                verdict,
                node.get()),
            timers.now());
    store.put(pod, status);
    listener.reported(pod, observed, status);
    return status;
  }

  /** A terminal phase is for good, so the status of such a life would end the next one as well. */
  void beginAnew(PodUid uid) {
    if (store.find(uid).filter(status -> Phases.isTerminal(status.getPhase())).isPresent()) {
      store.forget(uid);
    }
  }

  /**
   * Reports the last status of a pod that has been released: nothing of it looks alive any more.
   */
  void conclude(Pod pod) {
    store
        .find(PodUid.of(pod))
        .map(last -> FinalStatus.of(pod, last, timers.now()))
        .ifPresent(last -> store.conclude(pod, last));
  }
}
