package dev.jubelet.probe;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerMetadata;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.testing.cri.CriPod;
import dev.jubelet.testing.cri.FakeCri;

/** Running containers of the fake runtime. */
public final class FakeContainer {
  private static final String IMAGE = "localhost/app:1";

  private FakeContainer() {}

  /** Runs a container in a sandbox of its own; returns its ID. */
  public static String launch(FakeCri cri, String name) {
    cri.images().add(IMAGE);
    PodSandboxConfig sandbox =
        PodSandboxConfig.newBuilder()
            .setMetadata(
                PodSandboxMetadata.newBuilder().setName(name).setNamespace("test").setUid(name))
            .setLogDirectory("/var/log/pods/" + name)
            .build();
    return new CriPod(cri, sandbox)
        .launch(
            ContainerConfig.newBuilder()
                .setMetadata(ContainerMetadata.newBuilder().setName(name))
                .setImage(ImageSpec.newBuilder().setImage(IMAGE))
                .setLogPath(name + ".log")
                .build());
  }
}
