package dev.jubelet.it.faults;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.ONE)
final class HastyRemovalContainerd1IT extends HastyRemovalSuite {
  HastyRemovalContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
