package dev.jubelet.it.image;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;

@NeedsContainerd(ContainerdGeneration.ONE)
final class ImageArchiveContainerd1IT extends ImageArchiveSuite {
  ImageArchiveContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }
}
