package dev.jubelet.it.faults;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
final class KilledAgentIT extends KilledAgentSuite {
  KilledAgentIT(PrivateContainerd containerd) {
    super(containerd);
  }
}
