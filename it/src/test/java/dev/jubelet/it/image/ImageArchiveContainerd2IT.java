package dev.jubelet.it.image;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.TWO)
final class ImageArchiveContainerd2IT extends ImageArchiveSuite {
  ImageArchiveContainerd2IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
