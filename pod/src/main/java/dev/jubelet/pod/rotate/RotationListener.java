package dev.jubelet.pod.rotate;

import java.time.Duration;

/** Who counts rotations; must not block. */
public interface RotationListener {
  RotationListener NONE = new RotationListener() {};

  /** A log waits for a worker. */
  default void queued() {}

  /** A worker took it, so long after it was queued. */
  default void begun(Duration waited) {}

  /** The worker is through with it. */
  default void ended(Duration took, boolean rotated) {}
}
