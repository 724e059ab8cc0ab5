package dev.jubelet.server.podresources;

import dev.jubelet.api.podresources.AllocatableResourcesResponse;
import dev.jubelet.api.podresources.ContainerResources;
import dev.jubelet.api.podresources.GetPodResourcesRequest;
import dev.jubelet.api.podresources.GetPodResourcesResponse;
import dev.jubelet.api.podresources.ListPodResourcesResponse;
import dev.jubelet.api.podresources.PodResources;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.stream.Stream;

/**
 * What is answered. CPUs and memory are told only where containers have them for themselves, which
 * the policy {@code none} of both never gives, and devices come with device plugins: so a container
 * is told by its name alone, and nothing can be allocated exclusively.
 *
 * <p>Thread: any.
 */
record ResourceAnswers(KnownPods pods) {

  ListPodResourcesResponse list() {
    return ListPodResourcesResponse.newBuilder()
        .addAllPodResources(pods.listed().stream().map(ResourceAnswers::resources).toList())
        .build();
  }

  AllocatableResourcesResponse allocatable() {
    return AllocatableResourcesResponse.getDefaultInstance();
  }

  /** Throws {@link StatusRuntimeException} for a pod that is not known. */
  GetPodResourcesResponse get(GetPodResourcesRequest request) {
    return pods.find(request.getPodNamespace(), request.getPodName())
        .map(pod -> GetPodResourcesResponse.newBuilder().setPodResources(resources(pod)).build())
        .orElseThrow(
            () ->
                Status.UNKNOWN
                    .withDescription(
                        "pod %s in namespace %s not found"
                            .formatted(request.getPodName(), request.getPodNamespace()))
                    .asRuntimeException());
  }

  private static PodResources resources(Pod pod) {
    return PodResources.newBuilder()
        .setName(pod.getMetadata().getName())
        .setNamespace(pod.getMetadata().getNamespace())
        .addAllContainers(
            Stream.concat(
                    pod.getSpec().getInitContainers().stream().filter(ResourceAnswers::isSidecar),
                    pod.getSpec().getContainers().stream())
                .map(
                    container ->
                        ContainerResources.newBuilder().setName(container.getName()).build())
                .toList())
        .build();
  }

  private static boolean isSidecar(Container init) {
    return "Always".equals(init.getRestartPolicy());
  }
}
