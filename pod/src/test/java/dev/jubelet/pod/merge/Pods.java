package dev.jubelet.pod.merge;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.function.Consumer;

/** Pods for tests: named by their UID. */
final class Pods {
  private Pods() {}

  static Pod pod(String uid) {
    return pod(uid, pod -> {});
  }

  static Pod pod(String uid, Consumer<Pod> change) {
    ObjectMeta meta = new ObjectMeta();
    meta.setName("pod-" + uid);
    meta.setNamespace("default");
    meta.setUid(uid);
    Container container = new Container();
    container.setName("main");
    container.setImage("nginx:1");
    PodSpec spec = new PodSpec();
    spec.setContainers(List.of(container));
    PodStatus status = new PodStatus();
    status.setPhase("Pending");
    Pod pod = new Pod("v1", "Pod", meta, spec, status);
    change.accept(pod);
    return pod;
  }
}
