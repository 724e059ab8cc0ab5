package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import org.junit.jupiter.api.Test;

/** A pull that never ends. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class HungPullIT {
  private final PrivateContainerd containerd;

  HungPullIT(PrivateContainerd containerd) {
    this.containerd = containerd;
  }

  @Test
  @Rule({"4.1", "4.9"})
  void holdsUpNoOtherPodAndNotTheEndOfItsOwn() {
    try (FaultyNode faulty = new FaultyNode(containerd)) {
      TestNode node = faulty.node();
      node.startKubelet();
      faulty.rules().always("PullImage", new ProxyAction.Hang());
      node.apply(Manifests.pod("patient").running("main", "localhost/no/such:1"), "patient");
      node.await("the pull hangs", () -> faulty.rules().count("PullImage") == 1);
      assertThat(node.find("patient").orElseThrow().getStatus())
          .satisfies(status -> assertThat(status.getPodIP()).isNotBlank())
          .satisfies(status -> assertThat(condition(status)).isEqualTo("True"));
      faulty.apply("lively", "main");
      faulty.awaitWhole("lively", "main");
      Pod patient = node.find("patient").orElseThrow();
      node.remove("patient");
      faulty.awaitNothingLeft("patient", patient.getMetadata().getUid());
      node.awaitReady("lively");
    }
  }

  /** The sandbox stands, whatever the images do. */
  private static String condition(PodStatus status) {
    return status.getConditions().stream()
        .filter(condition -> condition.getType().equals("PodReadyToStartContainers"))
        .map(PodCondition::getStatus)
        .findFirst()
        .orElse("absent");
  }
}
