package dev.jubelet.it.faults;

import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
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
      faulty.apply("lively", "main");
      faulty.awaitWhole("lively", "main");
      Pod patient = node.find("patient").orElseThrow();
      node.remove("patient");
      faulty.awaitNothingLeft("patient", patient.getMetadata().getUid());
      node.awaitReady("lively");
    }
  }
}
