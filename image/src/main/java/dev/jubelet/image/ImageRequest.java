package dev.jubelet.image;

import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.image.name.ImageName;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ImageVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod's wish for an image.
 *
 * @param image as the pod writes it
 * @param stated the pull policy, if the pod says one
 * @param field the part of the pod that wants it; empty for the whole pod
 */
record ImageRequest(
    Pod pod, String image, @Nullable String stated, String field, PodSandboxConfig sandbox) {

  static ImageRequest of(Pod pod, Container container, PodSandboxConfig sandbox) {
    return new ImageRequest(
        pod,
        container.getImage() == null ? "" : container.getImage(),
        container.getImagePullPolicy(),
        field(pod, container),
        sandbox);
  }

  static ImageRequest of(Pod pod, ImageVolumeSource volume, PodSandboxConfig sandbox) {
    return new ImageRequest(
        pod,
        volume.getReference() == null ? "" : volume.getReference(),
        volume.getPullPolicy(),
        "",
        sandbox);
  }

  PodUid uid() {
    return PodUid.of(pod);
  }

  /** The policy; without one, an image that may move is always pulled. */
  PullPolicy policy(ImageName name) {
    return PullPolicy.of(stated, name.latest());
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
    return new NodeEvent(at, type, reason, message, PodKey.of(pod), uid(), field);
  }

  private static String field(Pod pod, Container container) {
    boolean init =
        pod.getSpec().getInitContainers() != null
            && pod.getSpec().getInitContainers().stream()
                .anyMatch(c -> c.getName().equals(container.getName()));
    return (init ? "spec.initContainers{" : "spec.containers{") + container.getName() + "}";
  }
}
