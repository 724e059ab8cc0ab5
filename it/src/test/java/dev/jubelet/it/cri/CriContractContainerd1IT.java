package dev.jubelet.it.cri;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.ONE)
final class CriContractContainerd1IT extends CriContractSuite {
  CriContractContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
