package dev.jubelet.it.faults;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.ONE)
final class RuntimeFaultContainerd1IT extends RuntimeFaultSuite {
  RuntimeFaultContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
