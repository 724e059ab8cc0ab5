package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images mounted as volumes by a runtime that can do so. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class ImageVolumeIT extends NodeSuite {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  @TempDir Path shared;

  ImageVolumeIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void aContainerReadsTheImageAndWritesNothing() throws IOException {
    apply(
        "reader",
        """
            - name: main
              image: %s
              imagePullPolicy: IfNotPresent
              command: [sh, -c, "cat /whole/etc/jubelet-image > /shared/whole; touch /whole/new 2> /shared/refusal; %s"]
              volumeMounts:
              - {name: shared, mountPath: /shared}
              - {name: other, mountPath: /whole}
        """
            .formatted(containerd.image(), STAY));
    node.awaitReady("reader");
    Path refusal = shared.resolve("refusal");
    node.await("the container has looked", () -> Files.exists(refusal));
    node.await("it was refused", () -> refusal.toFile().length() > 0);
    assertThat(shared.resolve("whole")).hasContent("2");
    assertThat(Files.readString(refusal)).contains("Read-only file system");
    node.remove("reader");
    node.awaitGone("reader");
  }

  @Test
  void anImageThatCannotBeHadHoldsUpWhoMountsItAndNobodyElse() {
    apply(
        "halves",
        """
            - name: starved
              image: %1$s
              imagePullPolicy: IfNotPresent
              command: [sh, -c, "%2$s"]
              volumeMounts: [{name: absent, mountPath: /data}]
            - name: content
              image: %1$s
              imagePullPolicy: IfNotPresent
              command: [sh, -c, "%2$s"]
        """
            .formatted(containerd.image(), STAY));
    Pod pod =
        node.await(
            "halves",
            "one half runs",
            p ->
                waitingReason(p, "starved").equals("ErrImageNeverPull")
                    && of(p, "content").getState().getRunning() != null);
    assertThat(of(pod, "starved").getState().getWaiting().getMessage())
        .isEqualTo(
            "Container image \"localhost/jubelet/absent:1\" is not present with pull policy of Never");
  }

  private void apply(String name, String containers) {
    node.apply(
        name + ".yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 5
          volumes:
          - {name: shared, hostPath: {path: %s, type: Directory}}
          - {name: other, image: {reference: "%s", pullPolicy: IfNotPresent}}
          - {name: absent, image: {reference: "localhost/jubelet/absent:1", pullPolicy: Never}}
          containers:
        %s"""
            .formatted(name, shared, containerd.nextImage(), containers.indent(-2)));
  }

  private static String waitingReason(Pod pod, String container) {
    if (TestNode.isReady(pod) || pod.getStatus().getContainerStatuses().isEmpty()) {
      return "";
    }
    var waiting = of(pod, container).getState().getWaiting();
    return waiting == null ? "" : waiting.getReason();
  }

  private static ContainerStatus of(Pod pod, String container) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> status.getName().equals(container))
        .findFirst()
        .orElseThrow();
  }
}
