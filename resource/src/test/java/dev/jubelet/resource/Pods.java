package dev.jubelet.resource;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;

/** Pods for the tests of the formulas; resources are written {@code cpu=1 memory=2Gi}. */
public final class Pods {
  private Pods() {}

  public static Container container(String name, String requests, String limits) {
    return new ContainerBuilder()
        .withName(name)
        .withNewResources()
        .withRequests(quantities(requests))
        .withLimits(quantities(limits))
        .endResources()
        .build();
  }

  public static Container sidecar(String name, String requests) {
    return new ContainerBuilder(container(name, requests, "")).withRestartPolicy("Always").build();
  }

  public static Pod of(Container... containers) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .withContainers(containers)
        .endSpec()
        .build();
  }

  public static Map<String, Quantity> quantities(String written) {
    Map<String, Quantity> quantities = new HashMap<>();
    for (String pair : written.split(" ", -1)) {
      if (!pair.isEmpty()) {
        String[] halves = pair.split("=", 2);
        quantities.put(halves[0], new Quantity(halves[1]));
      }
    }
    return quantities;
  }
}
