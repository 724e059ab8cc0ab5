package dev.jubelet.it.chaos;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

/** On a runtime where events tell what happened. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class ChaosContainerd2IT extends ChaosSuite {
  ChaosContainerd2IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
