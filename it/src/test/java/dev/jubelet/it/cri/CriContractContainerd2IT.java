package dev.jubelet.it.cri;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
final class CriContractContainerd2IT extends CriContractSuite {
  CriContractContainerd2IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
