package dev.jubelet.pod.plan;

import dev.jubelet.base.GoDuration;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan.Waiting;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether a start has to wait because the container ended too often of late. Pure. */
final class BackOffRules {

  private BackOffRules() {}

  static Optional<Waiting> waiting(PlanInput in, ContainerSpec spec) {
    return in.backOffs()
        .lastFinish(spec, in.observed())
        .flatMap(
            finish ->
                in.backOffs()
                    .inForce(spec, finish, in.now())
                    .map(delay -> waiting(in, spec, delay, finish.plus(delay))));
  }

  /** When the newest ended container of this name ended. */
  static Optional<Instant> lastFinish(String name, ObservedPod observed) {
    return observed.containers().stream()
        .filter(c -> c.name().equals(name))
        .filter(c -> c.state() == ObservedContainer.State.EXITED)
        .findFirst()
        .map(c -> c.finishedAt() == null ? c.createdAt() : c.finishedAt());
  }

  private static Waiting waiting(PlanInput in, ContainerSpec spec, Duration delay, Instant until) {
    String message =
        "back-off %s restarting failed container=%s pod=%s"
            .formatted(
                GoDuration.format(delay),
                spec.name(),
                PodKey.of(in.pod()).withUid(PodUid.of(in.pod())));
    return new Waiting(spec.name(), new StartError(WaitReason.CRASH_LOOP_BACK_OFF, message), until);
  }
}
