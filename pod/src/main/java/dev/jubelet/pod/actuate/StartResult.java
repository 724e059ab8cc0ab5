package dev.jubelet.pod.actuate;

import dev.jubelet.pod.model.StartError;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How the start of one container went. */
sealed interface StartResult {

  record Started(String containerId) implements StartResult {}

  /** {@code retryAt} is null when nobody knows better than the caller. */
  record Failed(StartError error, @Nullable Instant retryAt) implements StartResult {}
}
