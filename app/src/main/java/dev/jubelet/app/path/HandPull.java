package dev.jubelet.app.path;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.base.Timeline;
import dev.jubelet.pod.actuate.Images;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.NodeEvent;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Pulls an image for a person: as for a container of a pod that exists nowhere else, so that it
 * waits in the same queue and has the node's credentials. What is said of that pod is said of the
 * node.
 *
 * <p>Thread: that of the request.
 */
public final class HandPull {
  private static final String UID_PREFIX = "pulled-by-hand-";

  private final Images images;
  private final Timeline timeline;

  HandPull(Images images, Timeline timeline) {
    this.images = images;
    this.timeline = timeline;
  }

  /** Turns what is said of such pods into words about the node. */
  static Consumer<NodeEvent> events(Consumer<NodeEvent> sink) {
    return event ->
        sink.accept(
            event.uid() != null && event.uid().value().startsWith(UID_PREFIX)
                ? new NodeEvent(
                    event.at(), event.type(), event.reason(), event.message(), null, null, "")
                : event);
  }

  /** Blocks until the image is here or cannot be had; interrupting the thread ends it. */
  public ImageOutcome pull(String image) {
    Container container =
        new ContainerBuilder()
            .withName("image")
            .withImage(image)
            .withImagePullPolicy("Always")
            .build();
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("kube-system")
            .withName("jubelet-pull")
            .withUid(UID_PREFIX + UUID.randomUUID())
            .endMetadata()
            .withNewSpec()
            .withContainers(container)
            .endSpec()
            .build();
    String subject = pod.getMetadata().getUid();
    Timeline.Step step = timeline.begin(subject, "pull by hand", image);
    try {
      return images.ensure(
          pod,
          new ContainerSpec(container, ContainerKind.REGULAR),
          PodSandboxConfig.getDefaultInstance(),
          step);
    } finally {
      step.end("");
      timeline.forget(subject);
    }
  }
}
