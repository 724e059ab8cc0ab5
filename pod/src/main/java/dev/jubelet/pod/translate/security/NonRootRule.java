package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;

import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.translate.spec.PodNames;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;

/** Refuses a container that must not run as root and would, or for which one cannot tell. */
public final class NonRootRule {

  public static void verify(Pod pod, Container container, ImageOutcome.Present image) {
    EffectiveSecurity security = EffectiveSecurity.of(pod, container);
    if (!isTrue(security.runAsNonRoot())) {
      return;
    }
    Long user = security.runAsUser();
    if (user != null) {
      if (user == 0) {
        throw refusal("container's runAsUser breaks non-root policy", pod, container);
      }
      return;
    }
    ImageUser imageUser = ImageUser.of(image);
    if (imageUser.isRoot()) {
      throw refusal("container has runAsNonRoot and image will run as root", pod, container);
    }
    if (!imageUser.name().isEmpty()) {
      throw refusal(
          "container has runAsNonRoot and image has non-numeric user (%s), cannot verify user is non-root"
              .formatted(imageUser.name()),
          pod,
          container);
    }
  }

  private static UntranslatableException refusal(String why, Pod pod, Container container) {
    return new UntranslatableException(
        "%s (pod: \"%s\", container: %s)"
            .formatted(why, PodNames.inMessages(pod), container.getName()));
  }

  private NonRootRule() {}
}
