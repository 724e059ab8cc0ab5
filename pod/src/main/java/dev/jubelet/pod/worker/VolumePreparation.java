package dev.jubelet.pod.worker;

import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the volumes of one pod ready before its containers start, and says what they wait for.
 *
 * <p>Thread: the pod's lane. Owns: the failures in a row, and since when others are awaited.
 */
final class VolumePreparation {
  /** Waiting for others is worth an event only when it takes longer than this. */
  private static final Duration LONG_WAIT = Duration.ofSeconds(123);

  private static final String VOLUMES = "its volumes";

  /** What comes of it. */
  sealed interface Result {
    record Ready(VolumeOutcome.Ready volumes) implements Result {}

    record Retry(Next next) implements Result {}

    /** The node can never have them. */
    record Refused(String reason, String message) implements Result {}
  }

  private final PodServices services;
  private final Waits waits;
  private final Retries retries = new Retries(RetryPolicy.MOUNT);
  private @Nullable Instant waitingSince;

  VolumePreparation(PodServices services, Waits waits) {
    this.services = services;
    this.waits = waits;
  }

  Result prepare(Pod pod) {
    VolumeOutcome outcome = prepared(pod);
    if (!(outcome instanceof VolumeOutcome.Waiting)) {
      waitingSince = null;
    }
    return switch (outcome) {
      case VolumeOutcome.Ready ready -> {
        retries.succeeded();
        yield new Result.Ready(ready);
      }
      case VolumeOutcome.Waiting(String message) -> new Result.Retry(await(pod, message));
      case VolumeOutcome.NotReady notReady -> new Result.Retry(retry(pod, notReady));
      case VolumeOutcome.Refused(String reason, String message) ->
          new Result.Refused(reason, message);
    };
  }

  /** With a step in the timeline, unless there is nothing to do. */
  private VolumeOutcome prepared(Pod pod) {
    List<Volume> volumes = pod.getSpec().getVolumes();
    if (volumes.isEmpty()) {
      return services.volumes().prepare(pod);
    }
    String names = volumes.stream().map(Volume::getName).collect(Collectors.joining(", "));
    Timeline.Step step = services.timeline().begin(PodUid.of(pod).value(), "volumes", names);
    VolumeOutcome outcome = services.volumes().prepare(pod);
    step.end(
        switch (outcome) {
          case VolumeOutcome.Ready _, VolumeOutcome.Waiting _ -> "";
          case VolumeOutcome.NotReady notReady -> notReady.message();
          case VolumeOutcome.Refused(_, String message) -> message;
        });
    return outcome;
  }

  private Next retry(Pod pod, VolumeOutcome.NotReady volumes) {
    if (Thread.currentThread().isInterrupted()) {
      // Not the volumes failed: the pod is to end.
      return Next.AGAIN;
    }
    volumes
        .problems()
        .forEach(problem -> services.events().warning(pod, problem.reason(), problem.message()));
    Duration delay = retries.failed();
    waits.waitFor(VOLUMES, volumes.message(), services.timers().now().plus(delay));
    return new Next.After(delay);
  }

  private Next await(Pod pod, String message) {
    Instant now = services.timers().now();
    if (waitingSince == null) {
      waitingSince = now;
    }
    if (Duration.between(waitingSince, now).compareTo(LONG_WAIT) >= 0) {
      services.events().warning(pod, VolumeOutcome.FAILED_MOUNT, message);
    }
    waits.waitFor(VOLUMES, message);
    return new Next.After(retries.failed());
  }
}
