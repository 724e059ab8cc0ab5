package dev.jubelet.image;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import java.util.List;
import java.util.Optional;

/**
 * Why a pull failed.
 *
 * @param text the failure as events tell it
 */
record PullFailure(String text) {
  private static final String UNKNOWN = "rpc error: code = Unknown desc = ";

  static PullFailure of(CriException e) {
    // Most failures of runtimes have no code worth naming.
    String text = e.upstreamText();
    return new PullFailure(text.startsWith(UNKNOWN) ? e.text() : text);
  }

  static PullFailure withoutReference(String image) {
    return new PullFailure("imageRef of image \"" + image + "\" is not set");
  }

  /** Of several logins; equal texts are told once. */
  static PullFailure joined(List<PullFailure> failures) {
    List<String> texts = failures.stream().map(PullFailure::text).distinct().toList();
    return new PullFailure(
        texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]");
  }

  /** The waiting state of the container; runtimes mark two causes by a prefix. */
  StartError error(String image) {
    return explained(WaitReason.REGISTRY_UNAVAILABLE, "the registry is unavailable", image)
        .or(
            () ->
                explained(
                    WaitReason.SIGNATURE_VALIDATION_FAILED,
                    "the signature validation failed",
                    image))
        .orElseGet(() -> new StartError(WaitReason.ERR_IMAGE_PULL, text));
  }

  private Optional<StartError> explained(WaitReason reason, String cause, String image) {
    return text.startsWith(reason.wireName())
        ? Optional.of(
            new StartError(
                reason,
                "image pull failed for %s because %s%s"
                    .formatted(image, cause, text.substring(reason.wireName().length()))))
        : Optional.empty();
  }
}
