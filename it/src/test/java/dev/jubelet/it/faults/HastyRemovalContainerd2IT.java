package dev.jubelet.it.faults;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
final class HastyRemovalContainerd2IT extends HastyRemovalSuite {
  HastyRemovalContainerd2IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
