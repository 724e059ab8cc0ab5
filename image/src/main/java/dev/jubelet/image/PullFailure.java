package dev.jubelet.image;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;

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

  /** The waiting state of the container; runtimes mark two causes by a prefix. */
  StartError error(String image) {
    for (WaitReason marked :
        new WaitReason[] {
          WaitReason.REGISTRY_UNAVAILABLE, WaitReason.SIGNATURE_VALIDATION_FAILED
        }) {
      if (text.startsWith(marked.wireName())) {
        String cause =
            marked == WaitReason.REGISTRY_UNAVAILABLE
                ? "the registry is unavailable"
                : "the signature validation failed";
        return new StartError(
            marked,
            "image pull failed for "
                + image
                + " because "
                + cause
                + text.substring(marked.wireName().length()));
      }
    }
    return new StartError(WaitReason.ERR_IMAGE_PULL, text);
  }
}
