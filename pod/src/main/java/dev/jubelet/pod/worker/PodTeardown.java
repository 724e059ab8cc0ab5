package dev.jubelet.pod.worker;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.plan.EndedPodRules;
import dev.jubelet.pod.plan.TerminationRules;
import dev.jubelet.pod.translate.RestoredPod;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a pod, in the order of its methods: stop its containers, release what it holds, clear
 * containers that nobody will ask for, purge the rest. Each may be repeated.
 *
 * <p>Thread: the pod's lane.
 */
public final class PodTeardown {
  private final PodRuntime runtime;
  private final PodRemains remains;
  private final ProbeLifecycle probes;
  private final WorkerListener listener;
  private final int deadKept;

  /** {@code deadKept} is how many dead instances of a container a pod that has ended keeps. */
  public PodTeardown(
      PodRuntime runtime,
      PodRemains remains,
      ProbeLifecycle probes,
      WorkerListener listener,
      int deadKept) {
    this.runtime = runtime;
    this.remains = remains;
    this.probes = probes;
    this.listener = listener;
    this.deadKept = deadKept;
  }

  /** Stops all containers within the grace; {@code pod} is null when only the runtime knows it. */
  void kill(@Nullable Pod pod, ObservedPod observed, long graceSeconds) {
    if (pod == null) {
      listener.orphanFound();
    }
    TerminationPlan plan =
        pod == null
            ? TerminationRules.planOrphan(observed, graceSeconds)
            : TerminationRules.plan(pod, observed, graceSeconds);
    probes.stopLivenessAndStartup(observed.uid());
    runtime.kill(observed, pod == null ? RestoredPod.of(observed) : pod, plan);
  }

  /**
   * Gives back volumes, cgroups and user ids. Returns what is left; the pod is not over before that
   * is nothing. When tried again, processes that the runtime has lost are ended.
   */
  List<String> release(PodUid uid, boolean again) {
    probes.forget(uid);
    List<String> left = remains.release(uid, again);
    if (!left.isEmpty()) {
      listener.cleanedUp(uid, true);
    }
    return left;
  }

  /** Removes those containers of a pod that has ended which nobody will ask for any more. */
  void clear(Pod pod, ObservedPod observed) {
    EndedPodRules.superfluous(pod, observed, deadKept)
        .forEach(container -> runtime.remove(observed, container.id()));
  }

  /** Removes what is left in the runtime and on disk, and logs unless they are to be kept. */
  List<String> purge(ObservedPod observed, boolean keepLogs) {
    PodUid uid = observed.uid();
    try {
      runtime.purge(observed, keepLogs);
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.INVALID || e.kind() == CriException.Kind.INTERNAL) {
        remains.endLostProcesses(uid);
      }
      throw e;
    }
    listener.gone(uid);
    List<String> left = remains.remove(uid, !observed.isEmpty());
    listener.cleanedUp(uid, !left.isEmpty());
    return left;
  }
}
