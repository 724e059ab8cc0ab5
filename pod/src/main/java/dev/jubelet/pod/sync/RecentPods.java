package dev.jubelet.pod.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Pods that are gone, with their last status, so that people can ask how they ended. The newest so
 * many are kept, each for so long. Of the spec only what an explanation needs is kept.
 *
 * <p>Thread: any. Owns: the pods.
 */
public final class RecentPods {
  private record Gone(Pod pod, Instant at) {}

  private final int most;
  private final Duration age;
  private final Timers timers;
  private final Consumer<PodUid> forgotten;

  @GuardedBy("this")
  private final LinkedHashMap<PodUid, Gone> pods = new LinkedHashMap<>();

  /**
   * @param forgotten is told of each pod that is no longer kept; it may not call back
   */
  public RecentPods(int most, Duration age, Timers timers, Consumer<PodUid> forgotten) {
    this.most = most;
    this.age = age;
    this.timers = timers;
    this.forgotten = forgotten;
  }

  public synchronized void gone(PodReport last) {
    PodUid uid = PodUid.of(last.pod());
    pods.putLast(uid, new Gone(shortened(last), timers.now()));
    expire();
  }

  /** The pod is here again. */
  synchronized void back(PodUid uid) {
    pods.remove(uid);
  }

  /** Oldest first. */
  public synchronized List<Pod> all() {
    expire();
    return pods.values().stream().map(Gone::pod).toList();
  }

  /** The pod that last had this name. */
  public synchronized Optional<Pod> newest(PodKey key) {
    expire();
    return pods.sequencedValues().reversed().stream()
        .map(Gone::pod)
        .filter(pod -> PodKey.of(pod).equals(key))
        .findFirst();
  }

  @GuardedBy("this")
  private void expire() {
    Instant oldest = timers.now().minus(age);
    while (!pods.isEmpty()) {
      Map.Entry<PodUid, Gone> eldest = pods.firstEntry();
      if (pods.size() <= most && !eldest.getValue().at().isBefore(oldest)) {
        return;
      }
      pods.remove(eldest.getKey());
      forgotten.accept(eldest.getKey());
    }
  }

  private static Pod shortened(PodReport last) {
    Pod pod = last.pod();
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .withUid(pod.getMetadata().getUid())
        .withCreationTimestamp(pod.getMetadata().getCreationTimestamp())
        .endMetadata()
        .withNewSpec()
        .withNodeName(pod.getSpec().getNodeName())
        .withInitContainers(shortened(pod.getSpec().getInitContainers()))
        .withContainers(shortened(pod.getSpec().getContainers()))
        .endSpec()
        .withStatus(last.status())
        .build();
  }

  private static List<Container> shortened(List<Container> containers) {
    return containers.stream()
        .map(
            container ->
                new ContainerBuilder()
                    .withName(container.getName())
                    .withImage(container.getImage())
                    .withResources(container.getResources())
                    .build())
        .toList();
  }
}
