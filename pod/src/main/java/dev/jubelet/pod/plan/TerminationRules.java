package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.TerminationPlan.Stage;
import dev.jubelet.pod.model.TerminationPlan.Stop;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * In which order the containers of an ending pod are stopped: all at once, but sidecars after the
 * others and the last declared sidecar first. Pure.
 */
public final class TerminationRules {
  private static final long DEFAULT_GRACE_SECONDS = 2;

  private TerminationRules() {}

  /** {@code graceSeconds} overrules every other grace; null leaves each container its own. */
  public static TerminationPlan plan(Pod pod, ObservedPod observed, @Nullable Long graceSeconds) {
    List<Stop> together = new ArrayList<>();
    Map<String, List<Stop>> sidecars = new LinkedHashMap<>();
    ContainerSpec.init(pod).reversed().stream()
        .filter(ContainerSpec::isSidecar)
        .forEach(spec -> sidecars.put(spec.name(), new ArrayList<>()));
    running(observed)
        .map(c -> stop(pod, c, graceSeconds))
        .forEach(stop -> sidecars.getOrDefault(stop.containerName(), together).add(stop));
    return plan(Stream.concat(Stream.of(together), sidecars.values().stream()), observed);
  }

  /** For a pod that no source knows: what its containers carry has to do. */
  public static TerminationPlan planOrphan(ObservedPod observed, @Nullable Long graceSeconds) {
    List<Stop> stops = running(observed).map(c -> stopOrphan(c, graceSeconds)).toList();
    return plan(Stream.of(stops), observed);
  }

  private static TerminationPlan plan(Stream<List<Stop>> stages, ObservedPod observed) {
    return new TerminationPlan(
        stages.filter(stops -> !stops.isEmpty()).map(Stage::new).toList(),
        observed.sandboxes().stream().map(ObservedSandbox::id).toList());
  }

  private static Stream<ObservedContainer> running(ObservedPod observed) {
    return observed.containers().stream()
        .filter(c -> c.state() == State.RUNNING || c.state() == State.UNKNOWN);
  }

  private static Stop stop(Pod pod, ObservedContainer container, @Nullable Long override) {
    Optional<ContainerSpec> spec = ContainerSpec.find(pod, container.name());
    if (spec.isEmpty()) {
      return stopOrphan(container, override);
    }
    long grace =
        override == null ? GracePeriod.ofKill(pod, spec.get(), KillReason.POD_ENDS) : override;
    boolean preStop = grace > 0 && hasPreStop(spec.get());
    return new Stop(container.id(), container.name(), spec.get().kind(), grace, preStop);
  }

  private static boolean hasPreStop(ContainerSpec spec) {
    return spec.container().getLifecycle() != null
        && spec.container().getLifecycle().getPreStop() != null;
  }

  private static Stop stopOrphan(ObservedContainer container, @Nullable Long override) {
    long grace = override == null ? writtenGrace(container) : override;
    boolean preStop =
        grace > 0 && container.annotations().containsKey(Annotations.CONTAINER_PRE_STOP);
    return new Stop(container.id(), container.name(), ContainerKind.REGULAR, grace, preStop);
  }

  private static long writtenGrace(ObservedContainer container) {
    return Stream.of(Annotations.POD_DELETION_GRACE, Annotations.POD_TERMINATION_GRACE)
        .map(container.annotations()::get)
        .filter(text -> text != null && text.matches("\\d{1,18}"))
        .map(Long::parseLong)
        .findFirst()
        .orElse(DEFAULT_GRACE_SECONDS);
  }
}
