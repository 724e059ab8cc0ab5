package dev.jubelet.app.view;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.server.podresources.KnownPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * The pods as the pod resources API sees them.
 *
 * <p>Thread: any.
 */
public record PodResourcesAdapter(PresentPods pods, boolean activeOnly) implements KnownPods {

  @Override
  public List<Pod> listed() {
    return pods.wanted().stream().filter(pod -> !activeOnly || pods.isActive(pod)).toList();
  }

  @Override
  public Optional<Pod> find(String namespace, String name) {
    return pods.findWanted(new PodKey(namespace, name));
  }
}
