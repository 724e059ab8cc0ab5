package dev.jubelet.app.view;

import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.server.runtime.StreamablePods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.function.Function;

/**
 * The pods that clients reach into.
 *
 * <p>Thread: any.
 *
 * @param mirrorUids tells by which UID the API server knows a static pod
 */
public record StreamablePodsAdapter(
    PresentPods pods, PodWorkers workers, Function<Pod, Optional<String>> mirrorUids)
    implements StreamablePods {

  @Override
  public Optional<Pod> find(String namespace, String name) {
    return pods.findWanted(new PodKey(namespace, name));
  }

  @Override
  public Optional<Pod> findPresent(String namespace, String name) {
    return pods.find(new PodKey(namespace, name));
  }

  @Override
  public Optional<ObservedPod> observed(Pod pod) {
    return workers.observed(PodUid.of(pod));
  }

  @Override
  public Optional<String> mirrorUid(Pod pod) {
    return mirrorUids.apply(pod);
  }
}
