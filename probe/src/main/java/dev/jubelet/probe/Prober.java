package dev.jubelet.probe;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.probe.check.CheckRequest;
import dev.jubelet.probe.check.Checks;
import dev.jubelet.probe.check.Outcome;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Probe;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one probe: asks, again when asking itself failed, and tells people what is not well.
 *
 * <p>Thread: the lanes of the probes.
 */
final class Prober {
  private static final Logger log = LoggerFactory.getLogger(Prober.class);
  private static final int ATTEMPTS = 3;

  private final Checks checks;
  private final Timers timers;
  private final Consumer<NodeEvent> events;

  Prober(Checks checks, Timers timers, Consumer<NodeEvent> events) {
    this.checks = checks;
    this.timers = timers;
    this.events = events;
  }

  /** Empty when the probe was broken off. */
  Optional<Verdict> probe(
      ProbeKind kind, ContainerSpec spec, Probe probe, ProbeTarget target, String containerId) {
    Outcome outcome =
        ask(new CheckRequest(target.pod(), spec.container(), containerId, target.ip(), probe));
    return switch (outcome) {
      case Outcome.Succeeded() -> Optional.of(Verdict.SUCCESS);
      case Outcome.Warned(String message) -> {
        tell(target.pod(), spec, "ProbeWarning", kind.wireName() + " probe warning: " + message);
        yield Optional.of(Verdict.SUCCESS);
      }
      case Outcome.Failed(String message) -> {
        tell(target.pod(), spec, "Unhealthy", kind.wireName() + " probe failed: " + message);
        yield Optional.of(Verdict.FAILURE);
      }
      case Outcome.Errored(String state, String message) -> {
        tell(
            target.pod(),
            spec,
            "Unhealthy",
            "%s probe errored and resulted in %s state: %s"
                .formatted(kind.wireName(), state, message));
        yield Optional.of(Verdict.UNKNOWN);
      }
      case Outcome.Aborted() -> Optional.empty();
    };
  }

  private Outcome ask(CheckRequest request) {
    Outcome outcome = checks.check(request);
    for (int made = 1; made < ATTEMPTS && outcome instanceof Outcome.Errored; made++) {
      outcome = checks.check(request);
    }
    return outcome;
  }

  private void tell(Pod pod, ContainerSpec spec, String reason, String message) {
    PodKey key = PodKey.of(pod);
    log.atDebug()
        .addKeyValue("pod", key)
        .addKeyValue("container", spec.name())
        .log("{}: {}", reason, message);
    String field = "spec." + spec.kind().specField() + "{" + spec.name() + "}";
    events.accept(
        new NodeEvent(
            timers.now(), NodeEvent.Type.WARNING, reason, message, key, PodUid.of(pod), field));
  }
}
