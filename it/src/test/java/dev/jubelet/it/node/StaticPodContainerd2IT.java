package dev.jubelet.it.node;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
final class StaticPodContainerd2IT extends StaticPodSuite {
  StaticPodContainerd2IT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Override
  boolean losesSupport() {
    return false;
  }
}
