package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Whether the image of a container is on the machine. */
public sealed interface ImageOutcome {

  /** It is: the reference to create the container from and the user that the image names. */
  record Present(String imageRef, OptionalLong uid, String username) implements ImageOutcome {}

  /** It is not; {@code retryAt} is when the next try may be made, null when at the next sync. */
  record Unavailable(StartError error, @Nullable Instant retryAt) implements ImageOutcome {}
}
