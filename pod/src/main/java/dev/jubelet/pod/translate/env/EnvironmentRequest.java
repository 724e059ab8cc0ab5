package dev.jubelet.pod.translate.env;

import dev.jubelet.pod.model.ObjectValues;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** All that a container's environment is made from. {@code podIps} stand best first. */
public record EnvironmentRequest(
    Pod pod,
    Container container,
    List<String> podIps,
    NodeFieldValues node,
    ObjectValues objects,
    ServiceSource services,
    EnvFiles files) {
  public EnvironmentRequest {
    podIps = List.copyOf(podIps);
  }
}
