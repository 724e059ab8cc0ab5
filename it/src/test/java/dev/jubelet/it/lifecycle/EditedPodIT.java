package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** A manifest with a UID of its own stays the same pod when it is edited. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("6.6")
final class EditedPodIT extends LifecycleSuite {
  EditedPodIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void anotherImageRestartsJustThatContainer() {
    node.apply(
        Manifests.pod("duo").uid("duo-uid").running("a", image()).running("b", image()), "duo");
    Pod before = node.awaitReady("duo");
    String sandbox = runtime.readySandboxes("duo").getFirst().getId();
    node.apply(
        Manifests.pod("duo")
            .uid("duo-uid")
            .running("a", containerd.nextImage())
            .running("b", image()),
        "duo");
    Pod after =
        node.await(
            "duo",
            "has the new image",
            pod -> TestNode.isReady(pod) && status(pod, "a").getRestartCount() == 1);
    assertThat(status(after, "a").getImage()).endsWith(containerd.nextImage());
    assertThat(status(after, "b")).isEqualTo(status(before, "b"));
    assertThat(runtime.readySandboxes("duo").getFirst().getId()).isEqualTo(sandbox);
    assertThat(events("duo", "Killing"))
        .singleElement()
        .asString()
        .contains("Container a definition changed, will be restarted");
  }

  @Test
  void anEditThatLeavesTheImageRestartsNothing() {
    node.apply(Manifests.pod("calm").uid("calm-uid").running("a", image()), "calm");
    Pod before = node.awaitReady("calm");
    node.apply(
        Manifests.pod("calm")
            .uid("calm-uid")
            .running("a", image())
            .with("env: [{name: NEW, value: x}]"),
        "calm");
    Pod after =
        node.await(
            "calm",
            "is edited",
            pod -> !pod.getSpec().getContainers().getFirst().getEnv().isEmpty());
    assertThat(status(after, "a")).isEqualTo(status(before, "a"));
    runtime.kill(runtime.running("calm", "a").getId());
    awaitStatus("calm", "a", "runs again", s -> s.getRestartCount() == 1 && s.getReady());
  }

  @Test
  void aProgramThatNeverRestartsIsStillReplacedByAnotherImage() {
    node.apply(
        Manifests.pod("job").uid("job-uid").restartPolicy("Never").running("a", image()), "job");
    node.awaitReady("job");
    node.apply(
        Manifests.pod("job")
            .uid("job-uid")
            .restartPolicy("Never")
            .running("a", containerd.nextImage()),
        "job");
    Pod after =
        node.await(
            "job",
            "has the new image",
            pod -> TestNode.isReady(pod) && status(pod, "a").getRestartCount() == 1);
    assertThat(status(after, "a").getImage()).endsWith(containerd.nextImage());
  }
}
