package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** A runtime that cannot mount images says something that needs a translation. */
@NeedsContainerd(ContainerdGeneration.ONE)
final class ImageVolumeContainerd1IT extends NodeSuite {
  ImageVolumeContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void theContainerSaysThatTheRuntimeIsTooOld() {
    node.apply(
        "old.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: old}
        spec:
          volumes: [{name: other, image: {reference: "%1$s", pullPolicy: IfNotPresent}}]
          containers:
          - name: main
            image: %1$s
            imagePullPolicy: IfNotPresent
            volumeMounts: [{name: other, mountPath: /whole}]
        """
            .formatted(containerd.image()));
    Pod pod = node.await("old", "says why it waits", p -> !message(p).isEmpty());
    assertThat(message(pod)).contains("needs containerd 2.1 or CRI-O 1.31");
  }

  private static String message(Pod pod) {
    var statuses = pod.getStatus().getContainerStatuses();
    var waiting = statuses.isEmpty() ? null : statuses.getFirst().getState().getWaiting();
    return waiting == null || !waiting.getReason().equals("CreateContainerError")
        ? ""
        : waiting.getMessage();
  }
}
