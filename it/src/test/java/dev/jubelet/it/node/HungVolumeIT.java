package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system whose server does not answer, as an NFS server that is gone, below a hostPath. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class HungVolumeIT extends NodeSuite {
  @TempDir Path place;

  private HungMount hung;

  HungVolumeIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @BeforeEach
  void hang() {
    hung = new HungMount(place);
  }

  @AfterEach
  void release() {
    hung.letGo();
  }

  @Test
  void itHoldsUpItsOwnPodAndNoOther() {
    apply("stuck", "[{name: data, hostPath: {path: %s, type: Directory}}]".formatted(place));
    apply("doomed", "[{name: data, hostPath: {path: %s/x, type: Directory}}]".formatted(place));
    node.await("the agent knows it", () -> node.find("stuck").isPresent());
    apply("free", "[{name: data, emptyDir: {}}]");
    node.awaitReady("free");
    node.remove("free");
    node.awaitGone("free");
    node.remove("doomed");
    node.awaitGone("doomed");
    assertThat(node.find("stuck").orElseThrow().getStatus().getPhase()).isEqualTo("Pending");
    assertThat(node.get(node.healthzPort(), "/healthz").orElseThrow().body()).isEqualTo("ok");
    release();
    node.awaitReady("stuck");
  }

  private void apply(String name, String volumes) {
    node.apply(
        name + ".yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 1
          volumes: %s
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done"]
            volumeMounts: [{name: data, mountPath: /data}]
        """
            .formatted(name, volumes, containerd.image()));
  }
}
