package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.edge.cri.CriRuntime;

/** Small pods for tests. */
final class Pods {
  private Pods() {}

  static PodSandboxConfig sandbox(String name) {
    return PodSandboxConfig.newBuilder()
        .setMetadata(
            PodSandboxMetadata.newBuilder().setName(name).setNamespace("test").setUid(name))
        .setLogDirectory("/var/log/pods/" + name)
        .build();
  }

  static ContainerConfig container(String name) {
    return ContainerConfig.newBuilder()
        .setMetadata(ContainerMetadata.newBuilder().setName(name))
        .setImage(ImageSpec.newBuilder().setImage(ContractFake.IMAGE))
        .setLogPath(name + ".log")
        .build();
  }

  /** A running container in a sandbox of its own. */
  static String launched(CriRuntime cri) {
    return new CriPod(cri, sandbox("pod")).launch(container("main"));
  }
}
