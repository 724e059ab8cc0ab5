package dev.jubelet.pod.translate;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A pod that only the runtime knows, with what its containers still tell of their specs: as much as
 * ending it properly needs, and not more. Thread: any.
 */
public final class RestoredPod {
  private RestoredPod() {}

  public static Pod of(ObservedPod observed) {
    ObjectMeta meta = new ObjectMeta();
    meta.setName(observed.key().name());
    meta.setNamespace(observed.key().namespace());
    meta.setUid(observed.uid().value());
    PodSpec spec = new PodSpec();
    spec.setHostNetwork(observed.sandboxes().stream().anyMatch(ObservedSandbox::hostNetwork));
    spec.setContainers(containers(observed));
    Pod pod = new Pod();
    pod.setMetadata(meta);
    pod.setSpec(spec);
    return pod;
  }

  private static List<Container> containers(ObservedPod observed) {
    Set<String> names = new HashSet<>();
    List<Container> containers = new ArrayList<>();
    for (ObservedContainer container : observed.containers()) {
      if (names.add(container.name())) {
        containers.add(container(container));
      }
    }
    return containers;
  }

  private static Container container(ObservedContainer from) {
    Container container = new Container();
    container.setName(from.name());
    container.setPorts(LifecycleAnnotations.ports(from));
    LifecycleAnnotations.preStop(from)
        .ifPresent(
            handler -> {
              Lifecycle lifecycle = new Lifecycle();
              lifecycle.setPreStop(handler);
              container.setLifecycle(lifecycle);
            });
    return container;
  }
}
