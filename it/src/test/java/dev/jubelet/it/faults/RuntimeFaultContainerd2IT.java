package dev.jubelet.it.faults;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
final class RuntimeFaultContainerd2IT extends RuntimeFaultSuite {
  RuntimeFaultContainerd2IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
