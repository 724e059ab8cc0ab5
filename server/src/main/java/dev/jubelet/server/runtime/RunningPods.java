package dev.jubelet.server.runtime;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ContainerStateValue;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.PodSandboxStateValue;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.Annotations;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the runtime runs of pods, wanted or not, in the shape of bare pods. */
final class RunningPods {
  private RunningPods() {}

  static List<Pod> list(CriRuntime cri) {
    Map<String, PodBuilder> pods = new LinkedHashMap<>();
    for (PodSandbox sandbox : sandboxes(cri)) {
      pods.putIfAbsent(sandbox.getMetadata().getUid(), bare(sandbox));
    }
    for (Container container : containers(cri)) {
      PodBuilder pod = pods.get(container.getLabelsOrDefault(Annotations.POD_UID, ""));
      if (pod != null) {
        pod.editSpec()
            .addNewContainer()
            .withName(container.getMetadata().getName())
            .withImage(container.getImage().getImage())
            .endContainer()
            .endSpec();
      }
    }
    List<Pod> list = new ArrayList<>();
    pods.values().forEach(pod -> list.add(pod.build()));
    return list;
  }

  private static PodBuilder bare(PodSandbox sandbox) {
    return new PodBuilder()
        .withNewMetadata()
        .withUid(sandbox.getMetadata().getUid())
        .withName(sandbox.getMetadata().getName())
        .withNamespace(sandbox.getMetadata().getNamespace())
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .endStatus();
  }

  private static List<PodSandbox> sandboxes(CriRuntime cri) {
    PodSandboxStateValue ready =
        PodSandboxStateValue.newBuilder().setState(PodSandboxState.SANDBOX_READY).build();
    return cri.listPodSandbox(
            ListPodSandboxRequest.newBuilder()
                .setFilter(PodSandboxFilter.newBuilder().setState(ready))
                .build())
        .getItemsList();
  }

  private static List<Container> containers(CriRuntime cri) {
    ContainerStateValue running =
        ContainerStateValue.newBuilder().setState(ContainerState.CONTAINER_RUNNING).build();
    return cri.listContainers(
            ListContainersRequest.newBuilder()
                .setFilter(ContainerFilter.newBuilder().setState(running))
                .build())
        .getContainersList();
  }
}
