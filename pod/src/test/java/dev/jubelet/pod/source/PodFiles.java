package dev.jubelet.pod.source;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Small manifests for tests. */
final class PodFiles {
  private PodFiles() {}

  static String pod(String name) {
    return pod(name, "nginx:1.27");
  }

  static String pod(String name, String image) {
    return """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %s
        spec:
          containers:
          - name: main
            image: %s
        """
        .formatted(name, image);
  }

  static List<String> names(List<Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getName()).toList();
  }

  static String image(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage();
  }
}
