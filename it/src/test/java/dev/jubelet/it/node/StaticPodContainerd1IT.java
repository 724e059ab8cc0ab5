package dev.jubelet.it.node;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.ONE)
final class StaticPodContainerd1IT extends StaticPodSuite {
  StaticPodContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Override
  boolean losesSupport() {
    return true;
  }
}
