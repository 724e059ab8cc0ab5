package dev.jubelet.image;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;

/** One container's wish for its image. */
record ImageRequest(Pod pod, Container container, PodSandboxConfig sandbox) {

  /** The image as the pod writes it. */
  String image() {
    return container.getImage() == null ? "" : container.getImage();
  }

  PodUid uid() {
    return PodUid.of(pod);
  }

  /** The policy; without one, an image that may move is always pulled. */
  PullPolicy policy(ImageName name) {
    return PullPolicy.of(container.getImagePullPolicy(), name.latest());
  }

  ImageSpec spec(ImageName name) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return ImageSpec.newBuilder()
        .setImage(name.full())
        .putAllAnnotations(annotations == null ? Map.of() : annotations)
        .build();
  }

  PullImageRequest pull(ImageName name) {
    return PullImageRequest.newBuilder().setImage(spec(name)).setSandboxConfig(sandbox).build();
  }

  NodeEvent event(Instant at, NodeEvent.Type type, String reason, String message) {
    return new NodeEvent(at, type, reason, message, PodKey.of(pod), uid(), field());
  }

  private String field() {
    boolean init =
        pod.getSpec().getInitContainers() != null
            && pod.getSpec().getInitContainers().stream()
                .anyMatch(c -> c.getName().equals(container.getName()));
    return (init ? "spec.initContainers{" : "spec.containers{") + container.getName() + "}";
  }
}
