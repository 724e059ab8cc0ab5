package dev.jubelet.pod.worker;

import dev.jubelet.pod.actuate.Actuator;
import dev.jubelet.pod.actuate.PodKiller;
import dev.jubelet.pod.actuate.PodPurger;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.pleg.RuntimeReader;
import dev.jubelet.pod.pleg.RuntimeWatcher;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a pod's lane does through the container runtime. All methods block, throw {@code
 * CriException} when the runtime fails, and end early when the lane is interrupted.
 */
public interface PodRuntime {

  /** Whether it may have something of a pod for which this agent has done nothing. */
  boolean mayHave(PodUid uid);

  /**
   * What the runtime has of the pod; {@code earlier} spares asking for what cannot have changed.
   */
  ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier);

  /** Reads a pod of which the runtime has only what was just made. */
  ObservedPod readMade(PodUid uid, PodKey key, MadePod made);

  /** {@code sandboxMade} is told of a new sandbox before any image is pulled for it. */
  ActuationOutcome perform(
      Pod pod,
      ObservedPod observed,
      PodPlan plan,
      VolumeOutcome.Ready volumes,
      Consumer<ObservedSandbox> sandboxMade);

  /** Stops containers and sandboxes; returns when that is done. */
  void kill(ObservedPod observed, Pod pod, TerminationPlan plan);

  /** Removes one container that has ended, with its log. */
  void remove(ObservedPod observed, String containerId);

  /** Removes all containers and sandboxes of a pod that was stopped. */
  void purge(ObservedPod observed, boolean keepLogs);

  /** By the stages of the path. */
  static PodRuntime of(
      RuntimeWatcher watcher,
      RuntimeReader reader,
      Actuator actuator,
      PodKiller killer,
      PodPurger purger) {
    return new PodRuntime() {
      @Override
      public boolean mayHave(PodUid uid) {
        return watcher.mayHave(uid);
      }

      @Override
      public ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier) {
        return reader.read(uid, key, earlier);
      }

      @Override
      public ObservedPod readMade(PodUid uid, PodKey key, MadePod made) {
        return reader.readMade(uid, key, made);
      }

      @Override
      public ActuationOutcome perform(
          Pod pod,
          ObservedPod observed,
          PodPlan plan,
          VolumeOutcome.Ready volumes,
          Consumer<ObservedSandbox> sandboxMade) {
        return actuator.perform(pod, observed, plan, volumes, sandboxMade);
      }

      @Override
      public void kill(ObservedPod observed, Pod pod, TerminationPlan plan) {
        killer.kill(observed, pod, plan);
      }

      @Override
      public void remove(ObservedPod observed, String containerId) {
        purger.remove(observed, containerId, false);
      }

      @Override
      public void purge(ObservedPod observed, boolean keepLogs) {
        purger.purge(observed, keepLogs);
      }
    };
  }
}
