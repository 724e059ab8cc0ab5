package dev.jubelet.pod.status;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.model.StartError;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds statuses for tests; what a test does not set is the plain case. */
final class Statuses {
  static final StatusBuilder BUILDER = new StatusBuilder();

  private final Pod pod;
  private Observed observed;
  private Map<String, StartError> startErrors = Map.of();
  private ProbeResults probes = ProbeResults.NONE;
  private @Nullable PodStatus previous;
  private PodVerdict verdict = PodVerdict.UNDECIDED;
  private StatusNode node = new StatusNode(List.of("192.168.0.1"), "containerd", Set.of(""), false);
  private Instant now = Observed.START;

  private Statuses(Pod pod) {
    this.pod = pod;
    this.observed = Observed.nothingOf(pod);
  }

  static Statuses of(Pod pod) {
    return new Statuses(pod);
  }

  static PodStatus of(Pod pod, Observed observed) {
    return of(pod).observed(observed).build();
  }

  Statuses observed(Observed observed) {
    this.observed = observed;
    return this;
  }

  Statuses startError(String container, StartError error) {
    startErrors = Map.of(container, error);
    return this;
  }

  Statuses probes(ProbeResults probes) {
    this.probes = probes;
    return this;
  }

  Statuses previous(@Nullable PodStatus previous) {
    this.previous = previous;
    return this;
  }

  Statuses verdict(PodVerdict verdict) {
    this.verdict = verdict;
    return this;
  }

  Statuses node(StatusNode node) {
    this.node = node;
    return this;
  }

  Statuses at(Instant now) {
    this.now = now;
    return this;
  }

  PodStatus build() {
    return BUILDER.build(
        new StatusInput(pod, observed.build(), startErrors, probes, previous, verdict, node), now);
  }

  static ContainerStatus container(PodStatus status, String name) {
    return Stream.of(
            status.getInitContainerStatuses(),
            status.getContainerStatuses(),
            status.getEphemeralContainerStatuses())
        .flatMap(List::stream)
        .filter(s -> s.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static PodCondition condition(PodStatus status, String type) {
    return StatusLookup.condition(status.getConditions(), type).orElseThrow();
  }
}
