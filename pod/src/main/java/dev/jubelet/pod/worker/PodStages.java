package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The other stages as a pod's lane sees them. All methods may block and are called by one lane at a
 * time for a given pod; an interrupt of the lane ends them early.
 */
public interface PodStages {

  /** Why pods cannot have a network now; empty when they can. */
  Optional<String> networkProblem();

  ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier);

  /** Reads a pod of which the runtime has only what was just made. */
  ObservedPod readMade(PodUid uid, PodKey key, MadePod made);

  PodPlan plan(Pod pod, ObservedPod observed);

  VolumeOutcome prepareVolumes(Pod pod);

  /** Brings files that the agent writes into the pod's volumes up to date; cheap when they are. */
  void refreshVolumes(Pod pod);

  /** {@code sandboxMade} is told of a new sandbox before any image is pulled for it. */
  ActuationOutcome actuate(
      Pod pod,
      ObservedPod observed,
      PodPlan plan,
      VolumeOutcome.Ready volumes,
      Consumer<ObservedSandbox> sandboxMade);

  /** Builds the status and makes it known; returns it. */
  PodStatus report(
      Pod pod,
      ObservedPod observed,
      Map<String, StartError> startErrors,
      WorkerState state,
      PodVerdict verdict);

  /**
   * Makes the last status known, of a pod that has been released: nothing of it looks alive any
   * more.
   */
  void conclude(Pod pod);

  /**
   * Stops all containers and sandboxes within the grace period; returns when that is done. {@code
   * pod} is null when only the runtime knows it.
   */
  void kill(@Nullable Pod pod, ObservedPod observed, long graceSeconds);

  /**
   * Gives back what a running pod holds on the machine: volumes, cgroups. Returns what it could not
   * give back yet; the pod is not over before that is nothing. When tried again, processes that the
   * runtime has lost are ended.
   */
  List<String> release(PodUid uid, boolean again);

  /** Removes those containers of a pod that has ended which nobody will ask for any more. */
  void clear(Pod pod, ObservedPod observed);

  /**
   * Removes what is left of a pod in the runtime and on disk. The logs of a pod that is to run
   * again stay, for they count its starts; those of others are removed. Returns what could not be
   * removed yet; another try a little later mostly succeeds.
   */
  List<String> purge(ObservedPod observed, boolean runsAgain);

  /** A container is to be started again, but only later. */
  void waiting(Pod pod, PodPlan.Waiting wait);

  /** A step of the pod's lane has ended. */
  default void stepped(StepKind kind, Duration took) {}

  /** A person may want to know of this. */
  void tell(Pod pod, String reason, String message);

  /** A person should know of this. */
  void warn(Pod pod, String reason, String message);
}
