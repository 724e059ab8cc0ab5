package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxStatus;
import dev.jubelet.api.cri.PodSandboxStatusRequest;
import dev.jubelet.api.cri.RemoveContainerRequest;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.api.cri.RunPodSandboxRequest;
import dev.jubelet.api.cri.StartContainerRequest;
import dev.jubelet.api.cri.StopContainerRequest;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.edge.cri.CriRuntime;

/**
 * A pod made of bare calls to a runtime, so that tests read as what they do.
 *
 * <p>Thread: the test's.
 */
public final class CriPod {
  private final CriRuntime cri;
  private final PodSandboxConfig config;
  private final String id;

  /** Runs the sandbox. */
  public CriPod(CriRuntime cri, PodSandboxConfig config) {
    this.cri = cri;
    this.config = config;
    RunPodSandboxRequest request = RunPodSandboxRequest.newBuilder().setConfig(config).build();
    this.id = cri.runPodSandbox(request).getPodSandboxId();
  }

  public String id() {
    return id;
  }

  public PodSandboxStatus status() {
    PodSandboxStatusRequest request =
        PodSandboxStatusRequest.newBuilder().setPodSandboxId(id).build();
    return cri.podSandboxStatus(request).getStatus();
  }

  public void stop() {
    cri.stopPodSandbox(StopPodSandboxRequest.newBuilder().setPodSandboxId(id).build());
  }

  public void remove() {
    cri.removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId(id).build());
  }

  /** Creates a container and returns its id. */
  public String create(ContainerConfig container) {
    return cri.createContainer(
            CreateContainerRequest.newBuilder()
                .setPodSandboxId(id)
                .setConfig(container)
                .setSandboxConfig(config)
                .build())
        .getContainerId();
  }

  public void start(String container) {
    cri.startContainer(StartContainerRequest.newBuilder().setContainerId(container).build());
  }

  /** Creates and starts a container and returns its id. */
  public String launch(ContainerConfig container) {
    String created = create(container);
    start(created);
    return created;
  }

  public void stop(String container, long graceSeconds) {
    cri.stopContainer(
        StopContainerRequest.newBuilder()
            .setContainerId(container)
            .setTimeout(graceSeconds)
            .build());
  }

  public void remove(String container) {
    cri.removeContainer(RemoveContainerRequest.newBuilder().setContainerId(container).build());
  }

  public ContainerStatus status(String container) {
    ContainerStatusRequest request =
        ContainerStatusRequest.newBuilder().setContainerId(container).build();
    return cri.containerStatus(request).getStatus();
  }

  public ContainerState state(String container) {
    return status(container).getState();
  }
}
