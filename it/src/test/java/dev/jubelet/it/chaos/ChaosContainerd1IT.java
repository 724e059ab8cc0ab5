package dev.jubelet.it.chaos;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

/** On a runtime where only the audits tell what happened. */
@NeedsContainerd(ContainerdGeneration.ONE)
final class ChaosContainerd1IT extends ChaosSuite {
  ChaosContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
