package dev.jubelet.pod.translate;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

/** The plain pod that tests change one thing of. */
public final class TestPods {
  public static final String UID = "8f3b6d1e-0c5a-4a71-9d55-3a1f2b7c9e10";

  public static PodBuilder pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("web")
        .withUid(UID)
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .endSpec();
  }

  public static ContainerBuilder container() {
    return new ContainerBuilder().withName("app").withImage("example.org/app:1");
  }

  /** The plain pod around this container. */
  public static Pod podOf(Container container) {
    return pod().editSpec().withContainers(container).endSpec().build();
  }

  private TestPods() {}
}
