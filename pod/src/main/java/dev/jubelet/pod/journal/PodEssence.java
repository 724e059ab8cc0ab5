package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.Annotations;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a pod for which its entry is worth writing anew. Readiness and the like come and go,
 * and a node that starts finds them out itself.
 *
 * @param end when it is to end, and how long it may take
 * @param standing how far it has come
 */
record PodEssence(
    PodSpec spec,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<String> end,
    List<String> standing) {
  private static final List<String> OF_THE_AGENT =
      List.of(Annotations.SOURCE, Annotations.SEEN, Annotations.MIRROR);

  static PodEssence of(Pod pod) {
    ObjectMeta meta = pod.getMetadata();
    Map<String, String> annotations = new HashMap<>(orEmpty(meta.getAnnotations()));
    annotations.keySet().removeAll(OF_THE_AGENT);
    return new PodEssence(
        pod.getSpec(),
        orEmpty(meta.getLabels()),
        annotations,
        List.of(
            String.valueOf(meta.getDeletionTimestamp()),
            String.valueOf(meta.getDeletionGracePeriodSeconds())),
        standing(pod.getStatus()));
  }

  private static List<String> standing(@Nullable PodStatus status) {
    if (status == null) {
      return List.of();
    }
    int restarts =
        Stream.of(status.getInitContainerStatuses(), status.getContainerStatuses())
            .flatMap(PodEssence::stream)
            .mapToInt(container -> orZero(container.getRestartCount()))
            .sum();
    return List.of(
        String.valueOf(status.getPhase()),
        String.valueOf(status.getReason()),
        String.valueOf(status.getStartTime()),
        Integer.toString(restarts));
  }

  private static Stream<ContainerStatus> stream(@Nullable List<ContainerStatus> statuses) {
    return statuses == null ? Stream.empty() : statuses.stream();
  }

  private static int orZero(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
