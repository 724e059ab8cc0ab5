package dev.jubelet.probe;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.ProbeState;
import dev.jubelet.probe.schedule.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All probes of one pod.
 *
 * <p>Thread: {@link #observe} by the pod's lane; the rest by any. Owns: the probes of its
 * containers.
 */
final class PodProbes {
  private final Function<ContainerSpec, ContainerProbes> makeProbes;
  private final Map<String, ContainerProbes> containers = new ConcurrentHashMap<>();
  private List<ContainerSpec> probed = List.of();
  private @Nullable Pod last;
  private volatile boolean ending;

  PodProbes(Function<ContainerSpec, ContainerProbes> makeProbes) {
    this.makeProbes = makeProbes;
  }

  /** The containers of a pod that have probes: regular ones and sidecars. */
  static List<ContainerSpec> probed(Pod pod) {
    return Stream.concat(
            ContainerSpec.init(pod).stream().filter(ContainerSpec::isSidecar),
            ContainerSpec.regular(pod).stream())
        .filter(spec -> ContainerProbes.areWanted(spec.container()))
        .toList();
  }

  void observe(Pod pod, ObservedPod observed) {
    if (!pod.equals(last)) {
      last = pod;
      take(pod);
    }
    Set<ContainerProbes> unchanged = new HashSet<>();
    for (ContainerSpec spec : probed) {
      ContainerProbes probes = containers.get(spec.name());
      if (probes != null && !probes.see(pod, observed.current(spec.name()).orElse(null))) {
        unchanged.add(probes);
      }
    }
    if (unchanged.size() < probed.size()) {
      unchanged.forEach(ContainerProbes::nudge);
    }
  }

  /** Makes the probes those of this spec. */
  private void take(Pod pod) {
    probed = probed(pod);
    Set<String> names = new HashSet<>();
    for (ContainerSpec spec : probed) {
      names.add(spec.name());
      ContainerProbes known = containers.get(spec.name());
      if (known == null || !known.matches(spec.container())) {
        start(spec, known);
      }
    }
    containers.entrySet().removeIf(entry -> stopUnless(names.contains(entry.getKey()), entry));
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      stopLivenessAndStartup();
    }
  }

  private void start(ContainerSpec spec, @Nullable ContainerProbes former) {
    if (former != null) {
      former.stopAll();
    }
    ContainerProbes probes = makeProbes.apply(spec);
    containers.put(spec.name(), probes);
    if (ending) {
      end(probes);
    }
  }

  private static boolean stopUnless(boolean wanted, Map.Entry<String, ContainerProbes> entry) {
    if (!wanted) {
      entry.getValue().stopAll();
    }
    return !wanted;
  }

  /** A pod that ends is not restarted, so nobody asks whether it should be. */
  void stopLivenessAndStartup() {
    ending = true;
    containers.values().forEach(PodProbes::end);
  }

  private static void end(ContainerProbes probes) {
    probes.stop(ProbeKind.STARTUP);
    probes.stop(ProbeKind.LIVENESS);
  }

  void openGate(String container) {
    ContainerProbes probes = containers.get(container);
    if (probes != null) {
      probes.openGate();
    }
  }

  void stop() {
    containers.values().forEach(ContainerProbes::stopAll);
  }

  ProbeResults results() {
    return new ProbeResults(
        ids(ProbeKind.READINESS, Verdict.SUCCESS),
        ids(ProbeKind.STARTUP, Verdict.SUCCESS),
        ending ? Set.of() : ids(ProbeKind.LIVENESS, Verdict.FAILURE),
        ending ? Set.of() : ids(ProbeKind.STARTUP, Verdict.FAILURE));
  }

  private Set<String> ids(ProbeKind kind, Verdict verdict) {
    Set<String> ids = new HashSet<>();
    for (ContainerProbes probes : containers.values()) {
      probes
          .worker(kind)
          .flatMap(ProbeWorker::current)
          .filter(state -> state.verdict() == verdict)
          .map(ProbeState::container)
          .ifPresent(sighting -> ids.add(sighting.containerId()));
    }
    return ids;
  }
}
