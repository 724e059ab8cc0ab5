package dev.jubelet.testing.node;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.RemoveContainerRequest;
import dev.jubelet.api.cri.RemovePodSandboxRequest;
import dev.jubelet.api.cri.StopPodSandboxRequest;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.time.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node's containerd, asked and used behind the kubelet's back.
 *
 * <p>Thread: any. Owns: its connection.
 */
public final class NodeRuntime implements AutoCloseable {
  private static final String POD_NAME = "io.kubernetes.pod.name";
  private static final Duration PATIENCE = Patience.of(Duration.ofSeconds(30));

  private final PrivateContainerd containerd;
  private final CriClient cri;

  public NodeRuntime(PrivateContainerd containerd) {
    this.containerd = containerd;
    CriEndpoint endpoint = CriEndpoint.parse(containerd.endpoint());
    this.cri = new CriClient(endpoint, endpoint, PATIENCE, CriCalls.UNHEARD);
  }

  public List<Container> containers() {
    return cri.listContainers(ListContainersRequest.getDefaultInstance()).getContainersList();
  }

  public List<PodSandbox> sandboxes() {
    return cri.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList();
  }

  /** Of the static pod with that name in its manifest. */
  public List<Container> containers(String pod) {
    return containers().stream().filter(c -> isOf(pod, c.getLabelsMap())).toList();
  }

  public List<PodSandbox> sandboxes(String pod) {
    return sandboxes().stream().filter(s -> isOf(pod, s.getLabelsMap())).toList();
  }

  private static boolean isOf(String pod, Map<String, String> labels) {
    return TestNode.podName(pod).equals(labels.get(POD_NAME));
  }

  public List<Container> running(String pod) {
    return containers(pod).stream()
        .filter(container -> container.getState() == ContainerState.CONTAINER_RUNNING)
        .toList();
  }

  /** The only running container of that name. */
  public Container running(String pod, String container) {
    List<Container> found =
        running(pod).stream().filter(c -> c.getMetadata().getName().equals(container)).toList();
    if (found.size() != 1) {
      throw new AssertionError(pod + "/" + container + " runs " + found.size() + " times");
    }
    return found.getFirst();
  }

  public List<PodSandbox> readySandboxes(String pod) {
    return sandboxes(pod).stream()
        .filter(sandbox -> sandbox.getState() == PodSandboxState.SANDBOX_READY)
        .toList();
  }

  /** Empty when it is gone. */
  public Optional<ContainerStatus> status(String containerId) {
    try {
      return Optional.of(
          cri.containerStatus(
                  ContainerStatusRequest.newBuilder().setContainerId(containerId).build())
              .getStatus());
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Ends the process of a container or a sandbox, as trouble of its own would. */
  public void kill(String id, String signal) {
    containerd.ctr("tasks", "kill", "-s", signal, id);
  }

  public void kill(String id) {
    kill(id, "SIGKILL");
  }

  /** Removes a container, which is ended if it runs. */
  public void remove(String id) {
    cri.removeContainer(RemoveContainerRequest.newBuilder().setContainerId(id).build());
  }

  /** Ends a pod's processes and forgets it, as a reboot would. */
  public void removeSandbox(String id) {
    cri.stopPodSandbox(StopPodSandboxRequest.newBuilder().setPodSandboxId(id).build());
    cri.removePodSandbox(RemovePodSandboxRequest.newBuilder().setPodSandboxId(id).build());
  }

  @Override
  public void close() {
    cri.close();
  }
}
