package dev.jubelet.app.metric;

import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.worker.PodWorkers.Working;
import dev.jubelet.pod.worker.WorkerState;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** How many pods and containers there are, counted when somebody asks. */
public final class PodGauges {
  private static final String STATIC = "true";
  private static final String NOT_STATIC = "";

  private PodGauges() {}

  /**
   * @param wanted all pods the agent was told to run
   * @param over whether a pod has ended for good
   */
  public static void addTo(
      MetricRegistry registry,
      Supplier<List<Pod>> wanted,
      Predicate<Pod> over,
      Supplier<List<Working>> workers) {
    registry.add(
        byOrigin(
            "kubelet_desired_pods",
            "[ALPHA] The number of pods the kubelet is being instructed to run.",
            wanted,
            pod -> true));
    registry.add(
        byOrigin(
            "kubelet_active_pods",
            "[ALPHA] The number of pods the kubelet considers active and which are being"
                + " considered when admitting new pods.",
            wanted,
            over.negate()));
    registry.add(
        Collected.gauge(
            "kubelet_running_pods",
            "[ALPHA] Number of pods that have a running pod sandbox",
            () ->
                workers.get().stream()
                    .map(Working::observed)
                    .filter(pod -> pod != null && pod.readySandbox().isPresent())
                    .count()));
    registry.add(
        new Collected(
            "kubelet_running_containers",
            Kind.GAUGE,
            "[ALPHA] Number of containers currently running",
            List.of("container_state"),
            sink ->
                containerStates(workers.get())
                    .forEach(
                        (state, count) ->
                            sink.sample(count, state.name().toLowerCase(Locale.ROOT)))));
    registry.add(
        Collected.gauge(
            "kubelet_managed_ephemeral_containers",
            "[ALPHA] Ephemeral containers of the pods that the kubelet is told to run.",
            () ->
                wanted.get().stream()
                    .mapToInt(pod -> pod.getSpec().getEphemeralContainers().size())
                    .sum()));
    registry.add(
        new Collected(
            "kubelet_working_pods",
            Kind.GAUGE,
            "[ALPHA] Number of pods the kubelet is actually running, broken down by lifecycle"
                + " phase, whether the pod is desired, orphaned, or runtime only, and whether the"
                + " pod is static.",
            List.of("lifecycle", "config", "static"),
            sink ->
                working(workers.get())
                    .forEach(
                        (labels, count) -> sink.sample(count, labels.toArray(String[]::new)))));
  }

  private static Collected byOrigin(
      String name, String help, Supplier<List<Pod>> pods, Predicate<Pod> counted) {
    return new Collected(
        name,
        Kind.GAUGE,
        help,
        List.of("static"),
        sink -> {
          List<Pod> some = pods.get().stream().filter(counted).toList();
          long fixed = some.stream().filter(PodGauges::isStatic).count();
          sink.sample((double) fixed, STATIC);
          sink.sample((double) (some.size() - fixed), NOT_STATIC);
        });
  }

  private static Map<ObservedContainer.State, Long> containerStates(List<Working> workers) {
    Map<ObservedContainer.State, Long> counts = new EnumMap<>(ObservedContainer.State.class);
    for (Working working : workers) {
      ObservedPod observed = working.observed();
      if (observed != null) {
        observed.containers().forEach(container -> counts.merge(container.state(), 1L, Long::sum));
      }
    }
    return counts;
  }

  private static Map<List<String>, Long> working(List<Working> workers) {
    Map<List<String>, Long> counts = new HashMap<>();
    for (Working working : workers) {
      Pod pod = working.wanted();
      counts.merge(
          List.of(
              lifecycle(working.state()),
              pod == null ? "runtime_only" : "desired",
              pod == null ? "unknown" : isStatic(pod) ? STATIC : NOT_STATIC),
          1L,
          Long::sum);
    }
    return counts;
  }

  private static String lifecycle(WorkerState state) {
    return switch (state) {
      case SYNCING -> "sync";
      case TERMINATING -> "terminating";
      case TERMINATED -> "terminated";
    };
  }

  private static boolean isStatic(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String source = annotations == null ? null : annotations.get(Annotations.SOURCE);
    return source != null && !source.equals("api");
  }
}
